// A recorded game in the fragment of a link: it never leaves the browser with a request.

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const passed = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}

/** Writes a record as a fragment. */
export async function toFragment(record: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(record), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return `game=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Reads the record of a fragment; null where there is none. */
export async function fromFragment(fragment: string): Promise<string | null> {
  const found = /^#game=([\w-]+)$/.exec(fragment)?.[1];
  if (!found) return null;
  const binary = atob(found.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
