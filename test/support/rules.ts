/** Permission rules, as a settings file would state them. */
import { parseRules, type Rule } from "#src/annex/permissions/rules.ts";

/** The rules of such a file. Throws where one is wrong. */
export function rulesOf(permissions: { allow?: string[]; ask?: string[]; deny?: string[] }): readonly Rule[] {
  const { rules, faults } = parseRules({ permissions }, "settings.json");
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  return rules;
}
