import { sql } from 'kysely'
import type { MediaScale, ScaleBasis } from '../../../shared/contracts/scale.ts'
import { formerMember } from '../../../shared/former-member.ts'
import { scaleFromArea } from '../../../shared/photogrammetry/scale.ts'
import { scaleFormulaVersion, scaleOfBasis } from '../../../shared/photogrammetry/scale-of-basis.ts'
import { InvalidRequest, NotFound, StaleRevision } from '../../lib/errors.ts'
import { isOthersWork } from '../annotations/rounds/blind.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, Transaction } from '../projects/edit-project.ts'
import type { Scope, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { tableArea } from './known-area.ts'

/** Queries and edits of the scales of single images. */
export function scaleRepository(db: Database, editProject: EditProject) {
  return {
    /** Reads the scale of an image. For a blind member, the author and time of a scale that another person set during the round are omitted. */
    async ofMedia(sight: Sight, mediaId: string): Promise<MediaScale> {
      const { setById, ...scale } = await scaleOfMedia(db, mediaId)
      const isHidden = scale.setAt !== null && (await isOthersWork(db, sight, { mediaId, accountId: setById, at: scale.setAt }))
      return isHidden ? { ...scale, setBy: null, setAt: null } : scale
    },

    /** Sets the scale of an image. @throws NotFound @throws StaleRevision @throws InvalidRequest when no scale follows from the basis */
    set(scope: Scope, mediaId: string, revision: number, basis: ScaleBasis): Promise<MediaScale> {
      return editProject(scope, async ({ transaction, at, publish }) => {
        const image = await imageAt(transaction, mediaId, revision)
        const { metersPerPixel, pixelDistance } = computed(basis, image)
        const columns = {
          basis: JSON.stringify(basis),
          meters_per_pixel: metersPerPixel,
          pixel_distance: pixelDistance,
          copied_from: null,
          corrected_from: null,
          formula_version: scaleFormulaVersion,
          set_by: scope.accountId,
          set_at: at,
          revision: revision + 1
        }
        await transaction
          .insertInto('media_scale')
          .values({ media_id: mediaId, ...columns })
          .onConflict(conflict => conflict.column('media_id').doUpdateSet(columns))
          .execute()
        await record(transaction, scope, 'scale.set', image.file_name)
        publish({ type: 'changed', noun: 'media', projectId: scope.projectId, mediaId })
        const { setById: _, ...scale } = await scaleOfMedia(transaction, mediaId)
        return scale
      })
    },

    /** Removes the scale of an image, so that the area from an attached table applies again. @throws NotFound @throws StaleRevision */
    remove(scope: Scope, mediaId: string, revision: number): Promise<void> {
      return editProject(scope, async ({ transaction, at, publish }) => {
        publish({ type: 'changed', noun: 'media', projectId: scope.projectId, mediaId })
        const image = await imageAt(transaction, mediaId, revision)
        if (image.basis === null) return
        await transaction
          .updateTable('media_scale')
          .set({ basis: null, meters_per_pixel: null, pixel_distance: null, copied_from: null, corrected_from: null })
          .set({ set_by: scope.accountId, set_at: at, revision: revision + 1 })
          .where('media_id', '=', mediaId)
          .execute()
        await record(transaction, scope, 'scale.removed', image.file_name)
      })
    }
  }
}

/** Reads an image before its scale is edited, and checks the revision. @throws NotFound @throws StaleRevision */
async function imageAt(transaction: Transaction, mediaId: string, revision: number) {
  const image = await transaction
    .selectFrom('media')
    .leftJoin('media_scale', 'media_scale.media_id', 'media.id')
    .select(['media.file_name', 'media.width', 'media.height', 'media_scale.basis', 'media_scale.revision'])
    .where('media.id', '=', mediaId)
    .where('media.removed_at', 'is', null)
    .executeTakeFirst()
  if (!image) throw new NotFound('The image')
  if ((image.revision ?? 0) !== revision) throw new StaleRevision(image.revision ?? 0, revision)
  return image
}

/** Computes a scale from its basis. @throws InvalidRequest with the reason as a sentence */
function computed(basis: ScaleBasis, image: { width: number; height: number }) {
  try {
    return scaleOfBasis(basis, image)
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidRequest([{ path: '/basis', message: `does not yield a scale: ${error.message}` }])
    throw error
  }
}

/** Reads the scale of an image, with the account that set it. @throws NotFound */
async function scaleOfMedia(db: Database, mediaId: string): Promise<MediaScale & { setById: string | null }> {
  const row = await db
    .selectFrom('media')
    .leftJoin('media_scale', 'media_scale.media_id', 'media.id')
    .leftJoin('account', 'account.id', 'media_scale.set_by')
    .leftJoin('media as source', 'source.id', 'media_scale.copied_from')
    .select(['media.width', 'media.height', 'media_scale.basis', 'media_scale.meters_per_pixel', 'media_scale.pixel_distance'])
    .select([
      'media_scale.corrected_from',
      'media_scale.formula_version',
      'media_scale.set_at',
      'media_scale.revision',
      'media_scale.copied_from',
      'media_scale.set_by'
    ])
    .select(['source.file_name as source_name', sql<number | null>`${tableArea(db)}`.as('table_area')])
    .select(({ fn }) => fn.coalesce('account.name', 'account.email').as('set_by_name'))
    .where('media.id', '=', mediaId)
    .where('media.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new NotFound('The image')
  const none = { copiedFrom: null, pixelDistance: null, formulaVersion: null, correctedFrom: null, setBy: null, setAt: null }
  const known = { mediaId, revision: row.revision ?? 0, setById: row.set_by }
  if (row.basis !== null && row.meters_per_pixel !== null)
    return {
      ...known,
      metersPerPixel: row.meters_per_pixel,
      areaInSquareMeters: row.meters_per_pixel ** 2 * row.width * row.height,
      basis: JSON.parse(row.basis) as ScaleBasis,
      origin: row.copied_from === null ? 'set' : 'copied',
      copiedFrom: row.copied_from === null ? null : { mediaId: row.copied_from, fileName: row.source_name ?? '' },
      pixelDistance: row.pixel_distance,
      formulaVersion: row.formula_version,
      correctedFrom: row.corrected_from,
      setBy: row.set_by_name ?? formerMember,
      setAt: row.set_at
    }
  if (row.table_area === null) return { ...known, ...none, metersPerPixel: null, areaInSquareMeters: null, basis: null, origin: null }
  return {
    ...known,
    ...none,
    metersPerPixel: scaleFromArea(row.table_area, row),
    areaInSquareMeters: row.table_area,
    basis: { method: 'area', areaInSquareMeters: row.table_area },
    origin: 'table'
  }
}

const record = (
  transaction: Transaction,
  { projectId, accountId: actorId }: Scope,
  event: 'scale.set' | 'scale.removed',
  fileName: string
) => recordActivity(transaction, { projectId, actorId, event, detail: { fileName } })
