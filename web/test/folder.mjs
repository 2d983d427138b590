// A server of one folder, for tests: what `python3 -m http.server` does, with the types that browsers ask for.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

/**
 * Serves a folder on a free port; gives its address, the paths that were asked for, and a function that ends it. `beside` gives the
 * text of a path that stands beside or before the folder's own files.
 */
export async function serveFolder(folder, beside = () => undefined) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    asked.push(path);
    try {
      const file = join(folder, path.endsWith("/") ? join(path, "index.html") : path);
      const bytes = (await beside(path)) ?? (await readFile(file));
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, asked, close: () => server.close() };
}
