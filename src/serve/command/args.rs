//! The arguments of `ludex serve`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;

/// Let people play in the browser, alone or together
#[derive(Debug, Args)]
#[command(after_help = SERVE_EXAMPLES)]
pub struct Serve {
    /// The games to offer: names or folders [default: all that are found]
    #[arg(value_name = "GAME")]
    pub games: Vec<String>,
    /// Edit the games of this folder in the browser, with the table beside the text; at this machine alone
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = ["games", "network", "listen", "hosts", "behind_proxy", "open", "export", "static_folder"]
    )]
    pub edit: Option<PathBuf>,
    /// Write a folder that plays the games without a server, and leave; any server of files shows it
    #[arg(
        long = "static",
        value_name = "DIR",
        conflicts_with_all = ["network", "listen", "hosts", "behind_proxy", "open", "export"]
    )]
    pub static_folder: Option<PathBuf>,
    /// The port; 0 takes one that is free
    #[arg(long, value_name = "PORT", default_value_t = 4100)]
    pub port: u16,
    /// Let other machines in as well: listen on every network of this one (IPv4; `--listen ::` for both)
    #[arg(long)]
    pub network: bool,
    /// Listen at this address alone
    #[arg(long, value_name = "ADDRESS", conflicts_with = "network")]
    pub listen: Option<IpAddr>,
    /// A name by which browsers reach the server, such as that of a proxy before it
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// Take the addresses of clients from the proxy before the server (X-Forwarded-For)
    #[arg(long)]
    pub behind_proxy: bool,
    /// Let anybody who reaches the server create tables, not only who has the host's link
    #[arg(long)]
    pub open: bool,
    /// Offer a net as a bot at the tables of the game that it was trained for: a file as `ludex.train.export` writes it
    #[arg(long = "net", value_name = "FILE", conflicts_with_all = ["edit", "static_folder", "export"])]
    pub nets: Vec<PathBuf>,
    /// The file that keeps the tables, or a database of Postgres that several servers share (postgres://USER@HOST/NAME)
    #[arg(
        long,
        value_name = "FILE|URL",
        default_value = "ludex-tables.db",
        env = "LUDEX_STORE",
        hide_env_values = true
    )]
    pub store: PathBuf,
    /// Write the record of each table into this folder, as `ludex replay` reads it, and leave
    #[arg(long, value_name = "DIR|FILE")]
    pub export: Option<PathBuf>,
    /// Export this table alone, to a file
    #[arg(long, value_name = "ID", requires = "export")]
    pub table: Option<String>,
}

impl Serve {
    /// Returns the address to listen at: this machine's own, unless more was asked for.
    pub(crate) fn address(&self) -> IpAddr {
        let default = if self.network {
            Ipv4Addr::UNSPECIFIED
        } else {
            Ipv4Addr::LOCALHOST
        };
        self.listen.unwrap_or(default.into())
    }
}

const SERVE_EXAMPLES: &str = "\
Examples:
  ludex serve
  ludex serve GAME --network --port 8080
  ludex serve --behind-proxy --host games.example.org
  ludex serve GAME --net model.onnx
  ludex serve --export records
  ludex serve --store postgres://ludex@db.example.org/tables
  ludex serve --edit games
  ludex serve --static public GAME

Tables are kept in a file, and are there again after a restart. Without --network nobody but this
machine reaches the server. With it, whoever reaches it and has a seat's link can play; links are
secrets, and plain HTTP shows them to whoever listens on the network: put a proxy with TLS before
the server for more than a home. docs/serve.md tells the rest, docs/desk.md that of --edit, and
docs/browser.md that of --static.";
