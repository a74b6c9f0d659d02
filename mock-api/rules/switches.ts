/** Which rules are on. */
import { type StatedRule, switchOf } from "./rule.ts";

/** The state of every rule of a mock. */
export interface Switches {
  /** By `id/part`, or by `id` for a rule of one row. Throws on a name that no rule has. */
  isOn(rule: string): boolean;
}

/**
 * The rules as they stand, but for those that are set otherwise. A number sets all its rows, `id/part` one of them.
 *
 * @throws Error naming the rule that does not exist.
 */
export function switchesOf(rules: readonly StatedRule[], set: Readonly<Record<string, boolean>>): Switches {
  const states = new Map<string, boolean>();
  for (const rule of rules) {
    states.set(switchOf(rule), set[switchOf(rule)] ?? set[rule.id] ?? rule.on ?? rule.confidence !== "L");
  }
  const known = new Set([...states.keys(), ...rules.map(({ id }) => id)]);
  const unknown = Object.keys(set).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new Error(`There is no rule "${unknown}" to switch; see the table of rules.`);
  return {
    isOn: (rule) => {
      const state = states.get(rule);
      if (state === undefined) throw new Error(`There is no rule "${rule}".`);
      return state;
    },
  };
}
