import { nameKey } from '../names.ts'
import type { LabelState } from '../rows.ts'

/** Maximum length of a list of names, as in the contract. */
const mostNames = 200

/** Returns the state of a label after an import. Fields that are empty in the list keep their values, and names are added to the existing ones. */
export function mergedState(before: LabelState, given: Partial<LabelState>): LabelState {
  const { synonyms = [], vernacularNames = [], ...rest } = given
  return {
    ...before,
    ...rest,
    synonyms: withMore(before.synonyms, synonyms, name => name),
    vernacularNames: withMore(before.vernacularNames, vernacularNames, ({ name }) => name)
  }
}

function withMore<T>(before: T[], more: T[], nameOf: (each: T) => string): T[] {
  const known = new Set(before.map(each => nameKey(nameOf(each))))
  const added = more.filter(each => {
    const key = nameKey(nameOf(each))
    const isNew = !known.has(key)
    known.add(key)
    return isNew
  })
  return added.length === 0 ? before : [...before, ...added].slice(0, mostNames)
}

const words: Record<keyof LabelState, string> = {
  parentId: 'place',
  name: 'name',
  scientificName: 'scientific name',
  scientificNameAuthorship: 'author',
  taxonRank: 'rank',
  scientificNameID: 'WoRMS identifier',
  acceptedNameUsage: 'accepted name',
  acceptedNameUsageID: 'accepted WoRMS identifier',
  taxonomicStatus: 'status',
  identificationQualifier: 'qualifier',
  morphospecies: 'morphospecies',
  verbatimIdentification: 'verbatim identification',
  synonyms: 'synonyms',
  vernacularNames: 'vernacular names',
  environments: 'environments',
  conservationStatus: 'conservation status',
  colour: 'colour',
  hotkey: 'key',
  definition: 'definition',
  identificationNotes: 'identification notes'
}

/** Returns the names of the fields that differ between two states, for the report. */
export function differences(before: LabelState, after: LabelState): string[] {
  const fields = Object.keys(words) as (keyof LabelState)[]
  return fields.filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map(field => words[field])
}
