import type { FieldError } from '../../../shared/contracts/common.ts'
import type { ObservationFields } from '../../../shared/contracts/observations.ts'
import { readEventDate } from '../../../shared/outside/event-date.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'

/** Finds the faults of an observation that its fields reveal without the database. Each path is a slash and a field name. */
export function fieldFaults(fields: ObservationFields): FieldError[] {
  const { decimalLatitude: latitude, decimalLongitude: longitude, minimumDepthInMeters: least, maximumDepthInMeters: most } = fields
  const faults: (FieldError | false)[] = [
    fields.labelId === null &&
      fields.verbatimIdentification === null && {
        path: '/verbatimIdentification',
        message: 'is missing: an observation needs a label or a name'
      },
    (latitude === null) !== (longitude === null) && {
      path: latitude === null ? '/decimalLatitude' : '/decimalLongitude',
      message: 'is missing: a position needs both latitude and longitude'
    },
    least !== null && most !== null && most < least && { path: '/maximumDepthInMeters', message: 'is less than the minimum depth' },
    (fields.organismQuantity === null) !== (fields.organismQuantityType === null) && {
      path: fields.organismQuantity === null ? '/organismQuantity' : '/organismQuantityType',
      message: 'is missing: a quantity needs its unit'
    },
    fields.occurrenceStatus === 'absent' &&
      (fields.individualCount ?? 0) > 0 && { path: '/individualCount', message: 'is not 0, but the taxon is absent' },
    fields.occurrenceStatus === 'present' &&
      fields.individualCount === 0 && { path: '/individualCount', message: 'is 0, but the taxon is present' },
    fields.eventDate !== null &&
      !isDate(fields.eventDate) && { path: '/eventDate', message: 'is not a date such as 2026-06-04, 2026-06 or 2026-06-01/2026-06-04' }
  ]
  return faults.filter(fault => fault !== false)
}

function isDate(text: string): boolean {
  const { firstDay, flags } = readEventDate(text)
  return firstDay !== null && flags.length === 0
}

/**
 * Checks an observation. Its label, site and annotation must belong to the project. The author must be allowed to see the annotation.
 * @throws InvalidRequest
 */
export async function checkObservation(db: Database, sight: Sight, fields: ObservationFields): Promise<void> {
  const faults = fieldFaults(fields)
  const { labelId, siteId, sameAsAnnotationId: annotationId } = fields
  const isThere = async (table: 'label' | 'site' | 'annotation', id: string) =>
    (await db
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('project_id', '=', sight.projectId)
      .$if(table === 'annotation', query => query.where(shownTo(sight)))
      .executeTakeFirst()) !== undefined
  if (labelId !== null && !(await isThere('label', labelId))) faults.push({ path: '/labelId', message: 'is not a label of this project' })
  if (siteId !== null && !(await isThere('site', siteId))) faults.push({ path: '/siteId', message: 'is not a site of this project' })
  if (annotationId !== null && !(await isThere('annotation', annotationId)))
    faults.push({ path: '/sameAsAnnotationId', message: 'is not an annotation of this project' })
  if (faults.length > 0) throw new InvalidRequest(faults)
}
