import type { InboxRule } from '../../../shared/contracts/inbox-rules.ts'
import { texts } from './texts.tsx'

const { rules: words } = texts

/** Describes a rule: "Reject what is on land, because “On land”". */
export function ruleWords({ when, decision, because }: InboxRule): string {
  const { q, scraperJobId, dataset, licences, flags, unflagged, match } = when
  const conditions = [
    q !== undefined && words.named(q),
    scraperJobId !== undefined && words.ofJob,
    dataset !== undefined && words.ofDataset,
    licences && words.licensed(licences.join(', ')),
    flags && words.flagged(flags.map(flag => texts.flags[flag]).join(', ')),
    unflagged && words.unflagged,
    match !== undefined && (match === 'none' ? words.unmatched : texts.matches[match])
  ]
  return words.rule(words.verbs[decision], conditions.filter(Boolean).join('; '), because)
}
