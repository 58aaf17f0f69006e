import type { BasisOfRecord, Observation, ObservationDraft } from '../../../shared/contracts/observations.ts'
import { readNumber } from '../../ui/read-number.ts'
import { texts } from './texts.ts'

const { form: words } = texts

/** Entry in a list of choices: a catalog label or a site. */
export interface Named {
  id: string
  name: string
}

/** Reads the fields of the form. For an existing observation, only changed fields are returned, because the shown place may be generalised. */
export function readForm(form: FormData, labels: readonly Named[], before: Observation | null) {
  const errors: Record<string, string> = {}
  const text = (name: string) => String(form.get(name) ?? '').trim() || null
  function number(name: string): number | null {
    const value = readNumber(text(name) ?? '')
    if (Number.isNaN(value)) errors[name] = words.noNumber
    return value
  }
  const name = text('name')
  if (name === null) errors.name = words.noName
  const label = labels.find(each => each.name.toLowerCase() === name?.toLowerCase())
  const individualCount = number('individualCount')
  if (individualCount !== null && !errors.individualCount && !Number.isInteger(individualCount))
    errors.individualCount = words.noWholeNumber
  const isSameName = before !== null && before.name === name
  const draft: ObservationDraft = {
    ...(!isSameName && { labelId: label?.id ?? null, verbatimIdentification: label ? (before?.verbatimIdentification ?? null) : name }),
    individualCount,
    occurrenceStatus: form.get('absent') === 'on' ? 'absent' : 'present',
    eventDate: text('eventDate'),
    siteId: text('siteId'),
    decimalLatitude: number('decimalLatitude'),
    decimalLongitude: number('decimalLongitude'),
    minimumDepthInMeters: number('minimumDepthInMeters'),
    maximumDepthInMeters: number('maximumDepthInMeters'),
    recordedBy: text('recordedBy'),
    samplingProtocol: text('samplingProtocol'),
    basisOfRecord: text('basisOfRecord') as BasisOfRecord,
    occurrenceRemarks: text('occurrenceRemarks')
  }
  const changed = before ? Object.fromEntries(Object.entries(draft).filter(([key, value]) => Reflect.get(before, key) !== value)) : draft
  return { draft: changed as ObservationDraft, errors }
}
