// The options of a game, each with its values to choose from.
import type { Description } from "../engine/types";
import { t } from "../text";

interface OptionsProps {
  game: Description;
  chosen: Record<string, string>;
  choose: (options: Record<string, string>) => void;
}

export function OptionFields({ game, chosen, choose }: OptionsProps) {
  return (
    <>
      {game.options.map((option) => (
        <label key={option.name}>
          <span>
            <b>{option.words}</b> {option.text}
          </span>
          <select
            data-setting={option.name}
            value={chosen[option.name] ?? option.default}
            onChange={(event) => choose({ ...chosen, [option.name]: event.currentTarget.value })}
          >
            {option.values.map((value, n) => (
              <option key={value} value={value}>
                {value === "true" ? t("yes") : value === "false" ? t("no") : option.value_words[n]}
              </option>
            ))}
          </select>
        </label>
      ))}
    </>
  );
}

/** Options as engines take them: each by its word, those that nobody chose with their defaults. */
export function optionWords(game: Description, chosen: Record<string, string>): Record<string, string> {
  return Object.fromEntries(game.options.map((option) => [option.name, chosen[option.name] ?? option.default]));
}
