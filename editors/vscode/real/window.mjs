// A window of VS Code in a browser, as its user sees it: what can be pressed, and what the page shows. Every wait is for something that
// is shown, never for a time.
import assert from 'node:assert/strict';
import { basename } from 'node:path';

const PATIENCE = Number(process.env.PATIENCE ?? 60_000);
const QUICK = '.quick-input-widget';

/** The window with a folder open in it. */
export class Window {
  constructor(page, shots) {
    this.page = page;
    this.shots = shots;
    page.setDefaultTimeout(PATIENCE);
  }

  /** Opens a folder, and waits until its files are listed. */
  async openFolder(url, folder) {
    await this.page.goto(`${url}/?folder=${folder}`);
    await this.see('.explorer-folders-view .monaco-list-row', 2 * PATIENCE);
  }

  async see(selector, timeout = PATIENCE) {
    return this.page.waitForSelector(selector, { timeout });
  }

  /** Waits until something is seen no more. */
  async gone(selector) {
    await this.page.waitForSelector(selector, { state: 'hidden' });
  }

  /** Waits until a question about the page has a true answer, and returns it. */
  async until(what, question, patience = PATIENCE) {
    const end = Date.now() + patience;
    for (;;) {
      const answer = await question();
      if (answer) return answer;
      assert.ok(Date.now() < end, `never: ${what}`);
      await this.page.waitForTimeout(100);
    }
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(words) {
    await this.page.keyboard.type(words);
  }

  async shot(name) {
    await this.page.screenshot({ path: `${this.shots}/${name}.png` });
  }

  async texts(selector) {
    return this.page.$$eval(selector, (found) => found.map((one) => one.textContent.replaceAll('\u00a0', ' ')));
  }

  /** Types into the box at the top, which a key opens unless it is open, and takes the first entry of that name. */
  async pick(key, typed, name) {
    const entry = this.page.locator(`${QUICK} .monaco-list-row`).filter({ has: this.page.locator('.label-name').getByText(name, { exact: true }) });
    // A window that has just opened may drop a key, close the box again, or search files that it does not know yet.
    await this.until(`"${name}" in the box that ${key} opens`, async () => {
      if (key !== undefined) await this.press('Escape', key);
      const tried = { timeout: PATIENCE / 4 };
      return this.page.fill(`${QUICK} input`, typed, tried).then(() => entry.first().click(tried)).then(() => true, () => false);
    });
    // Where the pointer stays, something else would explain itself.
    await this.page.mouse.move(0, 0);
  }

  /** Runs a command of the palette. */
  async run(command) {
    await this.pick('F1', `>${command}`, command);
  }

  /** Opens a file at the line that has a text, or the first, with the cursor at the line's end. */
  async open(file, text) {
    const name = basename(file);
    await this.pick('Control+p', file, name);
    await this.see(`.tab.active[data-resource-name="${name}"]`);
    await this.see('.editor-instance .view-line');
    if (text === undefined) return;
    await this.goTo(text);
  }

  /** Puts the cursor at the end of the line that has a text. */
  async goTo(text) {
    await this.focusText();
    await this.press('Control+Home', 'Control+f');
    await this.see('.find-widget.visible .find-part textarea');
    // Words that were looked for before are counted, but not gone to.
    for (const words of ['', text]) await this.page.fill('.find-widget.visible .find-part textarea', words);
    // In a narrow editor the count is there, but not seen.
    await this.page.waitForSelector('.find-widget.visible .matchesCount:has-text("1 of")', { state: 'attached' });
    await this.press('Escape', 'End');
    await this.until(`"${text}" on the page`, async () => (await this.lines()).some((line) => line.text.includes(text)));
  }

  async focusText() {
    await this.run('View: Focus Active Editor Group');
  }

  /** Returns the lines of the open text that are shown: number, words, and where they stand. */
  async lines() {
    return this.page.evaluate(() => {
      const editor = document.querySelector('.editor-group-container.active .editor-instance');
      const plain = (node) => node.textContent.replaceAll('\u00a0', ' ');
      const top = (node) => Math.round(node.getBoundingClientRect().top);
      const texts = [...(editor?.querySelectorAll('.view-line') ?? [])].map((node) => [top(node), plain(node)]);
      return [...(editor?.querySelectorAll('.line-numbers') ?? [])]
        .map((node) => ({ number: Number(node.textContent), top: top(node), text: texts.find(([at]) => at === top(node))?.[1] ?? '' }))
        .sort((one, other) => one.top - other.top);
    });
  }

  /** Returns the words of the line beside which something stands, once it is there. */
  async lineBeside(selector) {
    return this.until(`a line with ${selector}`, async () => {
      const box = await this.page.$(`.editor-group-container.active ${selector}`).then((found) => found?.boundingBox());
      return box && (await this.lines()).find(({ top }) => Math.abs(top - box.y) < 4)?.text;
    });
  }

  /** Returns the colours of the line that has a text. */
  async colours(text) {
    const found = await this.page.$$eval('.view-line', (lines, wanted) => {
      const plain = (node) => node.textContent.replaceAll('\u00a0', ' ');
      const line = lines.find((one) => plain(one).includes(wanted));
      return line ? [...line.querySelectorAll('span > span')].map((span) => span.className) : [];
    }, text);
    return new Set(found.map((name) => name.split(' ').find((one) => /^mtk/.test(one))));
  }

  /** Opens what can be done at the cursor, and does the first that has some words. */
  async act(words) {
    await this.press('Control+.');
    await this.see(`.action-widget .monaco-list-row:has-text("${words}")`);
    await this.until(`"${words}" under the cursor`, async () => {
      const [focused] = await this.texts('.action-widget .monaco-list-row.focused');
      if (focused?.includes(words)) return true;
      await this.press('ArrowDown');
      return false;
    });
    await this.press('Enter');
  }

  /** Waits for a notification with some words, and returns what it says. */
  async notification(words) {
    const toast = await this.see(`.notification-toast:has-text(${JSON.stringify(words)})`);
    return toast.textContent();
  }

  /** Waits until a terminal shows some words, and returns what stands there. */
  async terminal(words) {
    return this.until(`"${words}" in the terminal`, async () => {
      const rows = await this.texts('.terminal-wrapper.active .xterm-accessibility-tree > div, .terminal-wrapper.active .xterm-rows > div');
      const text = rows.join('\n');
      return text.includes(words) && text;
    });
  }
}
