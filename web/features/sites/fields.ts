import type { Site, SiteDraft, SiteType, Survey, SurveyDraft } from '../../../shared/contracts/sites.ts'

/** A survey's fields as a form holds them: texts, empty when not given. */
export interface SurveyFields {
  name: string
  startDate: string
  endDate: string
  notes: string
  /** That the form began with; 0 for a new one. */
  revision: number
}

export const surveyFieldsOf = (survey: Survey | null): SurveyFields => ({
  name: survey?.name ?? '',
  startDate: survey?.startDate ?? '',
  endDate: survey?.endDate ?? '',
  notes: survey?.notes ?? '',
  revision: survey?.revision ?? 0
})

const orNull = (text: string) => text.trim() || null

export const surveyDraftOf = ({ name, startDate, endDate, notes }: SurveyFields): SurveyDraft => ({
  name: name.trim(),
  startDate: orNull(startDate),
  endDate: orNull(endDate),
  notes: orNull(notes)
})

/** A site's fields as a form holds them: texts, empty when not given. */
export interface SiteFields {
  name: string
  type: SiteType
  surveyId: string
  decimalLatitude: string
  decimalLongitude: string
  minimumDepthInMeters: string
  maximumDepthInMeters: string
  notes: string
  /** That the form began with; 0 for a new one. */
  revision: number
}

export const siteFieldsOf = (site: Site | null, surveyId = ''): SiteFields => ({
  name: site?.name ?? '',
  type: site?.type ?? 'station',
  surveyId: site ? (site.surveyId ?? '') : surveyId,
  decimalLatitude: numberText(site?.decimalLatitude),
  decimalLongitude: numberText(site?.decimalLongitude),
  minimumDepthInMeters: numberText(site?.minimumDepthInMeters),
  maximumDepthInMeters: numberText(site?.maximumDepthInMeters),
  notes: site?.notes ?? '',
  revision: site?.revision ?? 0
})

const numberText = (value: number | null | undefined) => (value == null ? '' : String(value))

/** A number as people write it, with a point or a comma; null for an empty text, NaN for what is no number. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  if (plain === '') return null
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

export const siteDraftOf = (fields: SiteFields): SiteDraft => ({
  name: fields.name.trim(),
  type: fields.type,
  surveyId: orNull(fields.surveyId),
  decimalLatitude: numberOf(fields.decimalLatitude),
  decimalLongitude: numberOf(fields.decimalLongitude),
  minimumDepthInMeters: numberOf(fields.minimumDepthInMeters),
  maximumDepthInMeters: numberOf(fields.maximumDepthInMeters),
  notes: orNull(fields.notes)
})

export const typeWords: Record<SiteType, string> = { station: 'Station', site: 'Site', transect: 'Transect' }
