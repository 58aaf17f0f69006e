import { formatCount } from '../../../ui/format.ts'
import { texts as siteTexts } from '../texts.tsx'
import type { FieldName } from './refusals.ts'

const { form, siteDialog, sampling } = siteTexts

const fields: Record<FieldName, string> = {
  name: form.name,
  type: siteDialog.type,
  surveyId: siteDialog.survey,
  decimalLatitude: siteDialog.latitude,
  decimalLongitude: siteDialog.longitude,
  minimumDepthInMeters: siteDialog.minimumDepth,
  maximumDepthInMeters: siteDialog.maximumDepth,
  notes: form.notes,
  footprintWKT: sampling.footprint.label,
  samplingProtocol: sampling.protocol.label,
  samplingDescription: sampling.description,
  sampleSizeValue: sampling.sampleSize,
  sampleSizeUnit: sampling.unit.label,
  samplingEffort: sampling.siteEffort,
  habitat: sampling.habitat.label,
  locationID: sampling.location.label
}

/** UI strings for refused edits to sites. */
export const texts = {
  fields,
  unsaved: (sites: number) => `Edits of ${formatCount(sites, 'site')} could not be saved`,
  title: 'Edits of sites that could not be saved',
  close: 'Close',
  none: 'All edits are saved.',
  about: '“Mine” is the current version with your edit. Values that you did not change stay as they are now.',
  unnamed: 'A site',
  failed: 'The current version could not be loaded',
  useMine: 'Use mine',
  editMine: 'Edit mine',
  addAgain: 'Edit it and add it again',
  addAnew: 'Add it as a new site, without its images',
  restore: 'Restore it again',
  keepCurrent: 'Keep the current version',
  discard: 'Discard it',
  copyMine: 'Copy mine',
  mine: 'Mine',
  there: 'On the server',
  state: 'State',
  removed: 'Deleted',
  kept: 'Kept',
  differs: '(differs)',
  empty: 'Not stated',
  otherSurvey: 'A survey that is gone'
}
