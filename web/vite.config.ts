import { defineConfig } from "vite";

// Relative paths: the folder plays wherever it is put. The manifest tells scripts/size.mjs what each of the two pages loads.
export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: "manifest.json",
    rolldownOptions: { input: ["index.html", "desk.html"] },
  },
  worker: { format: "es" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
