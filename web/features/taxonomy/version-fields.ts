import type { LabelDraft, LabelVersion } from '../../../shared/contracts/taxonomy.ts'
import { writeVernacular } from './label/label-fields.ts'

type Fields = Omit<Required<LabelDraft>, 'parentId'> & { parentName: string | null }

const writers: { [K in keyof Fields]: [name: string, write?: (value: Fields[K]) => string] } = {
  name: ['Label'],
  parentName: ['Place'],
  scientificName: ['Scientific name'],
  scientificNameAuthorship: ['Author'],
  taxonRank: ['Rank'],
  scientificNameID: ['WoRMS identifier'],
  acceptedNameUsage: ['Accepted name'],
  acceptedNameUsageID: ['Accepted WoRMS identifier'],
  taxonomicStatus: ['Status'],
  identificationQualifier: ['Qualifier'],
  morphospecies: ['Morphospecies'],
  verbatimIdentification: ['Identification as written'],
  synonyms: ['Synonyms', names => names.join(', ')],
  vernacularNames: ['Common names', names => writeVernacular(names).replaceAll('\n', ', ')],
  environments: ['Lives in', all => all.join(', ')],
  conservationStatus: ['Red List'],
  colour: ['Colour'],
  hotkey: ['Number key'],
  definition: ['Definition'],
  identificationNotes: ['How to recognise it']
}

/** Differences between two versions of a label, as text. */
export function changedFields(before: LabelVersion, after: LabelVersion): { name: string; from: string; to: string }[] {
  const fields = Object.keys(writers) as (keyof Fields)[]
  return fields.flatMap(field => {
    const [name] = writers[field]
    const [from, to] = [written(field, before), written(field, after)]
    const isMoved = field === 'parentName' && before.parentId !== after.parentId
    return from === to && !isMoved ? [] : [{ name, from, to }]
  })
}

function written<K extends keyof Fields>(field: K, version: LabelVersion): string {
  const value = version[field] as Fields[K]
  const [, write] = writers[field]
  if (write) return write(value)
  return value === null ? '' : String(value)
}
