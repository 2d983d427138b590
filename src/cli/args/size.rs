//! A number of bytes as people write it.

/// The least memory of a server: one position of a large game fits in.
const LEAST: usize = 1_000_000;

/// Reads the memory of a server.
pub(super) fn memory(text: &str) -> Result<usize, String> {
    match bytes(text)? {
        few if few < LEAST => Err("no game fits into less than 1MB".to_owned()),
        enough => Ok(enough),
    }
}

/// Reads `500000`, `500kB`, `200MB` or `4GB`; units count by thousands.
fn bytes(text: &str) -> Result<usize, String> {
    let digits =
        text.trim_end_matches(|symbol: char| symbol.is_ascii_alphabetic() || symbol == ' ');
    let unit = match text[digits.len()..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => Some(1),
        "k" | "kb" => Some(1_000),
        "m" | "mb" => Some(1_000_000),
        "g" | "gb" => Some(1_000_000_000),
        _ => None,
    };
    let number = digits.parse::<usize>().ok().filter(|number| *number > 0);
    let bytes = number
        .zip(unit)
        .and_then(|(number, unit)| number.checked_mul(unit));
    bytes.ok_or_else(|| "write a number of bytes, such as 500000, 200MB or 4GB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{bytes, memory};

    #[test]
    fn memory_holds_a_game() {
        assert_eq!(memory("1MB"), Ok(1_000_000));
        assert!(memory("999999").is_err() && memory("1KB").is_err());
    }

    #[test]
    fn sizes_with_and_without_units() {
        assert_eq!(bytes("1"), Ok(1));
        assert_eq!(bytes("20kB"), Ok(20_000));
        assert_eq!(bytes("3 M"), Ok(3_000_000));
        assert_eq!(bytes("4GB"), Ok(4_000_000_000));
        for wrong in [
            "",
            "0",
            "-1",
            "1.5GB",
            "GB",
            "5TB",
            "99999999999999999999",
            "20000000000GB",
        ] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
