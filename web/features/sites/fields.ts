import type { Site, SiteDraft, SiteType, Survey, SurveyDraft } from '../../../shared/contracts/sites.ts'
import { readNumber } from '../../ui/read-number.ts'
import { type SamplingTexts, samplingOf, samplingTextsOf } from './sampling-form.ts'

/** Form values of a survey, with empty strings for missing values. */
export interface SurveyFields extends SamplingTexts {
  name: string
  startDate: string
  endDate: string
  notes: string
  /** Revision that the form was opened with; 0 for a new survey. */
  revision: number
}

export const surveyFieldsOf = (survey: Survey | null): SurveyFields => ({
  name: survey?.name ?? '',
  startDate: survey?.startDate ?? '',
  endDate: survey?.endDate ?? '',
  notes: survey?.notes ?? '',
  ...samplingTextsOf(survey),
  revision: survey?.revision ?? 0
})

const orNull = (text: string) => text.trim() || null

export const surveyDraftOf = ({ name, startDate, endDate, notes, ...texts }: SurveyFields): SurveyDraft => ({
  name: name.trim(),
  startDate: orNull(startDate),
  endDate: orNull(endDate),
  notes: orNull(notes),
  ...samplingOf(texts)
})

/** Form values of a site, with empty strings for missing values. */
export interface SiteFields extends SamplingTexts {
  name: string
  type: SiteType
  surveyId: string
  decimalLatitude: string
  decimalLongitude: string
  minimumDepthInMeters: string
  maximumDepthInMeters: string
  notes: string
  /** Revision that the form was opened with; 0 for a new site. */
  revision: number
}

/** @param start preset facts, which replace those of an existing site */
export function siteFieldsOf(site: Site | null, surveyId = '', start: Partial<Site> = {}): SiteFields {
  const from: Partial<Site> = { ...site, ...start }
  return {
    name: from.name ?? '',
    type: from.type ?? 'station',
    surveyId: from.surveyId ?? (site ? '' : surveyId),
    decimalLatitude: numberText(from.decimalLatitude),
    decimalLongitude: numberText(from.decimalLongitude),
    minimumDepthInMeters: numberText(from.minimumDepthInMeters),
    maximumDepthInMeters: numberText(from.maximumDepthInMeters),
    notes: from.notes ?? '',
    ...samplingTextsOf(from),
    revision: site?.revision ?? 0
  }
}

const numberText = (value: number | null | undefined) => (value == null ? '' : String(value))

export const siteDraftOf = (fields: SiteFields): SiteDraft => ({
  name: fields.name.trim(),
  type: fields.type,
  surveyId: orNull(fields.surveyId),
  decimalLatitude: readNumber(fields.decimalLatitude),
  decimalLongitude: readNumber(fields.decimalLongitude),
  minimumDepthInMeters: readNumber(fields.minimumDepthInMeters),
  maximumDepthInMeters: readNumber(fields.maximumDepthInMeters),
  notes: orNull(fields.notes),
  ...samplingOf(fields)
})
