// Drives a real VS Code in a real browser through the scenes beside this file, and photographs what its user sees.
// Usage: VSCODE=… node drive.mjs URL DESK SHOTS [SCENE…]   (real.sh runs it; VSCODE is the folder of code-server.sh)
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Window } from './window.mjs';

const [, , url, desk, shots, ...wanted] = process.argv;
const { chromium } = createRequire(join(process.env.VSCODE, 'package.json'))('playwright-core');
const scenes = ['text', 'tests', 'rulings', 'debugger', 'commands', 'authoring', 'missing'];

mkdirSync(shots, { recursive: true });
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
for (const name of scenes.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  console.log(`-- ${name}`);
  const { play } = await import(`./scenes/${name}.mjs`);
  const context = await browser.newContext({ viewport: { width: 1200, height: 640 } });
  const window = new Window(await context.newPage(), shots);
  try {
    await play(window, { url, desk, seen: (words) => console.log(`seen: ${words}`) });
  } catch (error) {
    await window.shot(`failed-${name}`);
    await browser.close();
    throw error;
  }
  await context.close();
}
await browser.close();
