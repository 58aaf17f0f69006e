import type { InboxRule } from '../../../shared/contracts/inbox-rules.ts'
import { texts } from './texts.ts'

const { rules: words } = texts

/** Describes a rule: "Reject: on land. Reason: Not a marine position". */
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
  return words.rule(
    words.verbs[decision],
    conditions
      .filter(text => typeof text === 'string')
      .map(lowerFirst)
      .join('; '),
    because
  )
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
