import type { Funding, PublishedModel, PublishedPerson } from '../../../shared/contracts/publication.ts'
import { fullName } from '../../../shared/publication/people.ts'
import { agentRoles } from '../../../shared/vocabulary/agent-roles.ts'

/** Returns a form value as text, with one line per person, funder or model. */
export function valueWords(value: string | PublishedPerson[] | Funding[] | PublishedModel[]): string {
  if (typeof value === 'string') return value
  return value.map(one => partsOf(one).filter(Boolean).join(', ')).join('\n')
}

function partsOf(one: PublishedPerson | Funding | PublishedModel): (string | null)[] {
  if ('funder' in one) return [one.funder, one.award, one.title]
  if ('annotator' in one) return [one.name, one.version, one.address]
  return [fullName(one), agentRoles[one.role], one.organizationName]
}
