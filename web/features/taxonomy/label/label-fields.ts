import type { Label, LabelDraft } from '../../../../shared/contracts/taxonomy.ts'
import { labelTexts as texts } from '../texts.ts'

type Vernacular = Label['vernacularNames'][number]

/** Writes one name per line. */
export const writeSynonyms = (synonyms: readonly string[]) => synonyms.join('\n')

export const readSynonyms = (text: string) => linesOf(text)

/** Writes one name per line, followed by its language: `Atlantic cod (en)`. */
export const writeVernacular = (names: readonly Vernacular[]) =>
  names.map(({ name, language }) => (language === unknownLanguage ? name : `${name} (${language})`)).join('\n')

export function readVernacular(text: string): Vernacular[] {
  return linesOf(text).map(line => {
    const [, name = line, language = unknownLanguage] = /^(.*\S)\s*\(([a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)\)$/.exec(line) ?? []
    return { name, language }
  })
}

/** BCP 47 code for an unspecified language. */
const unknownLanguage = 'und'

const linesOf = (text: string) => [...new Set(text.split('\n').map(line => line.trim()))].filter(Boolean)

const lsid = 'urn:lsid:marinespecies.org:taxname:'

export const aphiaIdOf = (id: string | null) => (id?.startsWith(lsid) ? id.slice(lsid.length) : '')

/** Reads an AphiaID; null for an empty field, undefined for other text. */
export function readAphiaId(text: string): string | null | undefined {
  if (text === '') return null
  return /^[1-9]\d{0,9}$/.test(text) ? lsid + text : undefined
}

export interface FieldFault {
  name: string
  message: string
}

/** Reads the values of a label form. Invalid fields are returned as faults instead. */
export function readLabelForm(data: FormData): { edit: Omit<LabelDraft, 'parentId'> } | { faults: FieldFault[] } {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const orNull = (name: string) => text(name) || null
  const faults: FieldFault[] = []
  const name = text('name')
  if (name === '') faults.push({ name: 'name', message: texts.faults.name })
  const [scientificNameID, acceptedNameUsageID] = ['aphiaId', 'acceptedAphiaId'].map(field => {
    const id = readAphiaId(text(field))
    if (id === undefined) faults.push({ name: field, message: texts.faults.aphiaId })
    return id ?? null
  })
  const synonyms = readSynonyms(text('synonyms'))
  const vernacularNames = readVernacular(text('vernacularNames'))
  if (synonyms.length > 200) faults.push({ name: 'synonyms', message: texts.faults.synonyms })
  if (vernacularNames.length > 200) faults.push({ name: 'vernacularNames', message: texts.faults.commonNames })
  if (faults.length > 0) return { faults }
  const hotkey = text('hotkey')
  const environments = (['marine', 'brackish', 'freshwater', 'terrestrial'] as const).filter(each =>
    data.getAll('environments').includes(each)
  )
  return {
    edit: {
      name,
      scientificName: orNull('scientificName'),
      scientificNameAuthorship: orNull('scientificNameAuthorship'),
      taxonRank: text('taxonRank').toLowerCase() || null,
      scientificNameID,
      taxonomicStatus: orNull('taxonomicStatus'),
      acceptedNameUsage: orNull('acceptedNameUsage'),
      acceptedNameUsageID,
      identificationQualifier: orNull('identificationQualifier') as Label['identificationQualifier'],
      morphospecies: orNull('morphospecies'),
      verbatimIdentification: orNull('verbatimIdentification'),
      synonyms,
      vernacularNames,
      environments,
      conservationStatus: orNull('conservationStatus') as Label['conservationStatus'],
      colour: data.get('hasColour') === 'on' ? text('colour') : null,
      hotkey: hotkey === '' ? null : Number(hotkey),
      definition: orNull('definition'),
      identificationNotes: orNull('identificationNotes')
    }
  }
}
