import type { Funding, PublishedPerson } from '../../../shared/contracts/publication.ts'
import { fullName } from '../../../shared/publication/people.ts'
import { agentRoles } from '../../../shared/vocabulary/agent-roles.ts'

/** A value of the form in words, a line for each person or funder. */
export function valueWords(value: string | PublishedPerson[] | Funding[]): string {
  if (typeof value === 'string') return value
  return value
    .map(one =>
      'funder' in one
        ? [one.funder, one.award, one.title].filter(Boolean).join(', ')
        : [fullName(one), agentRoles[one.role], one.organizationName].filter(Boolean).join(', ')
    )
    .join('\n')
}
