import type { LabelDraft, LabelVersion } from '../../../shared/contracts/taxonomy.ts'
import { writeVernacular } from './label/label-fields.ts'
import { texts } from './texts.ts'

type Fields = Omit<Required<LabelDraft>, 'parentId'> & { parentName: string | null }

const names: Record<keyof Fields, string> = texts.fields

/** Functions that format list values as text. */
const writers: { [K in keyof Fields]?: (value: Fields[K]) => string } = {
  synonyms: names => names.join(', '),
  vernacularNames: names => writeVernacular(names).replaceAll('\n', ', '),
  environments: all => all.join(', ')
}

/** Returns the fields that differ between two versions of a label, as text. */
export function changedFields(
  before: LabelVersion,
  after: LabelVersion
): { field: keyof Fields; name: string; from: string; to: string }[] {
  const fields = Object.keys(names) as (keyof Fields)[]
  return fields.flatMap(field => {
    const [from, to] = [written(field, before), written(field, after)]
    const isMoved = field === 'parentName' && before.parentId !== after.parentId
    return from === to && !isMoved ? [] : [{ field, name: names[field], from, to }]
  })
}

function written<K extends keyof Fields>(field: K, version: LabelVersion): string {
  const value = version[field] as Fields[K]
  const write = writers[field]
  if (write) return write(value)
  return value === null ? '' : String(value)
}
