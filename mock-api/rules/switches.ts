/** Which rules are on. */
import { fixedBecause, type StatedRule, switchOf } from "./rule.ts";

/** The state of every rule of a mock. */
export interface Switches {
  /** By `id/part`, or by `id` for a rule of one row. Throws on a name that no rule has. */
  isOn(rule: string): boolean;
}

/**
 * The rules as they stand, but for those that are set otherwise. `id/part` sets one row, a number all its rows
 * that can be turned.
 *
 * @throws Error naming a rule that does not exist, or one that is turned off and cannot be.
 */
export function switchesOf(rules: readonly StatedRule[], set: Readonly<Record<string, boolean>>): Switches {
  for (const [name, on] of Object.entries(set)) checkSetting(rules, name, on);
  const states = new Map<string, boolean>();
  for (const rule of rules) {
    const stands = rule.on ?? rule.confidence !== "L";
    const given = fixedBecause(rule) ? undefined : (set[switchOf(rule)] ?? set[rule.id]);
    states.set(switchOf(rule), given ?? stands);
  }
  return {
    isOn: (rule) => {
      const state = states.get(rule);
      if (state === undefined) throw new Error(`There is no rule "${rule}".`);
      return state;
    },
  };
}

function checkSetting(rules: readonly StatedRule[], name: string, on: boolean): void {
  const row = rules.find((rule) => switchOf(rule) === name);
  const named = row ? [row] : rules.filter(({ id }) => id === name);
  const [first] = named;
  if (!first) throw new Error(`There is no rule "${name}" to switch; see the table of rules.`);
  const fixed = named.every((rule) => fixedBecause(rule) !== undefined);
  if (fixed && !on) throw new Error(`${name} ${fixedBecause(first)}.`);
}
