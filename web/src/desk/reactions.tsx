// What reacts to what: the call hierarchy around the word at the cursor, as a graph of three columns.
import { signal } from "@preact/signals";
import { LSPPlugin } from "@codemirror/lsp-client";
import { attempt } from "../store";
import { t } from "../text";
import * as documents from "./documents";
import { type Range, request } from "./language";
import { showText } from "./panes";
import { Graph, Web } from "./web";

export interface Item {
  name: string;
  detail?: string;
  uri: string;
  selectionRange: Range;
}

/** What is around a word: each step away from it is a column of the graph, causes to the left. */
interface Around {
  item: Item;
  causes: Item[];
  effects: Item[];
  web: Web;
}

const around = signal<Around | null>(null);
const isNone = signal(false);

const causesOf = async (item: Item) => ((await request<{ from: Item }[] | null>("callHierarchy/incomingCalls", { item })) ?? []).map(({ from }) => from);
const effectsOf = async (item: Item) => ((await request<{ to: Item }[] | null>("callHierarchy/outgoingCalls", { item })) ?? []).map(({ to }) => to);

async function look(item: Item): Promise<void> {
  const [causes, effects] = [await causesOf(item), await effectsOf(item)];
  const web = new Web(item);
  for (const cause of causes) web.join(cause, -1, item, 0);
  for (const effect of effects) web.join(item, 0, effect, 1);
  around.value = { item, causes, effects, web };
  // A second step on both sides comes in when it is known.
  for (const cause of causes.slice(0, Web.MOST)) for (const before of await causesOf(cause)) web.join(before, -2, cause, -1);
  for (const effect of effects.slice(0, Web.MOST)) for (const after of await effectsOf(effect)) web.join(effect, 1, after, 2);
  if (around.value?.web === web) around.value = { ...around.value };
}

const lookAtCursor = () =>
  attempt(async () => {
    const text = documents.open.value.find(({ path }) => path === documents.active.value);
    const plugin = text && LSPPlugin.get(text.view);
    if (!plugin) return;
    const position = plugin.toPosition(text.view.state.selection.main.head);
    const found = await request<Item[] | null>("textDocument/prepareCallHierarchy", { textDocument: { uri: text.uri }, position });
    isNone.value = !found?.[0];
    if (found?.[0]) await look(found[0]);
  });

export function Reactions() {
  const seen = around.value;
  return (
    <div class="reactions">
      <h2>{t("desk_reactions")}</h2>
      <p>{t("desk_reactions_hint")}</p>
      <button type="button" data-do="look" onClick={() => void lookAtCursor()}>
        {t("desk_look_at_cursor")}
      </button>
      {isNone.value && <p role="status">{t("desk_no_reactions")}</p>}
      {seen && <Graph web={seen.web} look={(item) => void attempt(() => look(item))} />}
      {seen && (
        <div class="graph">
          <Column title={t("desk_causes")} items={seen.causes} />
          <Column title={t("desk_here")} items={[seen.item]} />
          <Column title={t("desk_effects")} items={seen.effects} />
        </div>
      )}
    </div>
  );
}

function Column({ title, items }: { title: string; items: Item[] }) {
  return (
    <section>
      <h3>{title}</h3>
      {items.length === 0 && <p>{t("empty")}</p>}
      <ul>
        {items.map((item, nth) => {
          const path = documents.pathOf(item.uri);
          return (
            <li key={nth}>
              <button type="button" data-item={item.name} onClick={() => void attempt(() => look(item))}>
                {item.name}
              </button>{" "}
              {path !== null && (
                <button type="button" class="quiet" onClick={() => void showText(path, item.selectionRange.start)}>
                  {path.split("/").at(-1)}:{item.selectionRange.start.line + 1}
                </button>
              )}{" "}
              <small>{item.detail}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
