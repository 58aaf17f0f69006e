import { type Insertable, PostgresAdapter, sql } from 'kysely'
import type { AdminMapLayer, MapLayer, MapLayerBounds, MapLayerDraft, MapLayerEdit } from '../../../shared/contracts/map-layers.ts'
import { mapLayerLimit } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import type { LayerState } from './archives/layer-archives.ts'
import { MapLayersChanged, TooManyMapLayers } from './errors.ts'
import type { HeaderSeal } from './secret-headers.ts'
import type { MapLayerTable } from './tables.ts'
import type { LayerRow } from './tiles.ts'

/** Reads and edits the map layers of the server. @param stateOf state of the archive of a layer */
// Long: all queries for one resource.
export function mapLayers(db: Database, seal: HeaderSeal, stateOf: (layer: LayerRow) => Promise<LayerState>) {
  const rows = (from: Database = db) => from.selectFrom('map_layer').selectAll().orderBy('position').orderBy('id').execute()

  /** Reads a map layer by id; null once it is deleted. */
  async function present(layerId: string, from: Database = db): Promise<LayerRow | null> {
    return (await from.selectFrom('map_layer').selectAll().where('id', '=', layerId).executeTakeFirst()) ?? null
  }

  /** Reads a map layer by id. @throws NotFound */
  async function find(layerId: string, from: Database = db): Promise<LayerRow> {
    const row = await present(layerId, from)
    if (!row) throw new NotFound('The map layer')
    return row
  }

  const asAdminLayer = async (row: LayerRow): Promise<AdminMapLayer> => toAdminLayer(row, await stateOf(row))

  return {
    find,
    present,
    list: async (): Promise<MapLayer[]> => Promise.all((await rows()).map(async row => toLayer(row, await stateOf(row)))),
    listAll: async (): Promise<AdminMapLayer[]> => Promise.all((await rows()).map(asAdminLayer)),

    /** Adds a layer below the others. @param archiveVersion state of its archive; null without an archive @throws TooManyMapLayers */
    async create({ headers = [], ...draft }: MapLayerDraft, accountId: string, archiveVersion: string | null): Promise<AdminMapLayer> {
      const row = await db.transaction().execute(async transaction => {
        await lock(transaction)
        const { count, last } = await transaction
          .selectFrom('map_layer')
          .select(({ fn }) => [fn.countAll<number>().as('count'), fn.coalesce(fn.max('position'), sql<number>`0`).as('last')])
          .executeTakeFirstOrThrow()
        if (Number(count) >= mapLayerLimit) throw new TooManyMapLayers(mapLayerLimit)
        const id = newId()
        const at = timestamp()
        await transaction
          .insertInto('map_layer')
          .values({
            ...{ id, ...columnsOf(draft), header_names: namesOf(headers), headers: seal.close(id, headers) },
            ...{
              archive_version: archiveVersion,
              position: Number(last) + 1,
              revision: 1,
              created_by: accountId,
              created_at: at,
              modified_at: at
            }
          })
          .execute()
        return find(id, transaction)
      })
      return asAdminLayer(row)
    },

    /**
     * Changes a layer. Without headers in the edit, the stored headers stay.
     * @param archiveVersion state of its archive; undefined keeps the stored state
     * @throws NotFound
     * @throws StaleRevision
     */
    async revise(
      layer: LayerRow,
      { revision, headers, ...edit }: MapLayerEdit,
      archiveVersion: string | null | undefined
    ): Promise<AdminMapLayer> {
      if (layer.revision !== revision) throw new StaleRevision(layer.revision, revision)
      const row = await db
        .updateTable('map_layer')
        .set({
          ...columnsOf({ ...toDraft(layer), ...edit }),
          ...(archiveVersion !== undefined && { archive_version: archiveVersion }),
          ...(headers && { header_names: namesOf(headers), headers: seal.close(layer.id, headers) }),
          revision: revision + 1,
          modified_at: timestamp()
        })
        .where('id', '=', layer.id)
        .where('revision', '=', revision)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new StaleRevision((await find(layer.id)).revision, revision)
      return asAdminLayer(row)
    },

    /** Deletes a layer. @throws NotFound */
    async remove(layerId: string): Promise<void> {
      const { numDeletedRows } = await db.deleteFrom('map_layer').where('id', '=', layerId).executeTakeFirst()
      if (numDeletedRows === 0n) throw new NotFound('The map layer')
    },

    /** Puts the layers in the given order. @throws MapLayersChanged unless the ids are exactly those of all layers */
    async order(layerIds: readonly string[]): Promise<AdminMapLayer[]> {
      const ordered = await db.transaction().execute(async transaction => {
        await lock(transaction)
        const known = new Set((await rows(transaction)).map(({ id }) => id))
        if (known.size !== layerIds.length || !layerIds.every(id => known.has(id))) throw new MapLayersChanged()
        for (const [position, id] of layerIds.entries())
          await transaction.updateTable('map_layer').set({ position }).where('id', '=', id).execute()
        return rows(transaction)
      })
      return Promise.all(ordered.map(asAdminLayer))
    }
  }
}

/** Prevents other transactions from adding or moving layers until this one ends. SQLite has one writer anyway. */
async function lock(transaction: Database): Promise<void> {
  if (transaction.getExecutor().adapter instanceof PostgresAdapter)
    await sql`lock table map_layer in share row exclusive mode`.execute(transaction)
}

const flag = (value: boolean) => (value ? (1 as const) : (0 as const))
const namesOf = (headers: readonly { name: string }[]) => JSON.stringify(headers.map(({ name }) => name))

type SourceColumns = Omit<
  Insertable<MapLayerTable>,
  'id' | 'header_names' | 'archive_version' | 'headers' | 'position' | 'revision' | 'created_by' | 'created_at' | 'modified_at'
>

const columnsOf = (layer: Omit<MapLayerDraft, 'headers'>): SourceColumns => ({
  name: layer.name,
  kind: layer.kind,
  address: layer.address,
  wms_layers: layer.wmsLayers,
  wms_styles: layer.wmsStyles,
  projection: layer.projection,
  min_zoom: layer.minZoom,
  max_zoom: layer.maxZoom,
  bounds: layer.bounds && JSON.stringify(layer.bounds),
  attribution: layer.attribution,
  attribution_url: layer.attributionUrl,
  licence: layer.licence,
  may_store: flag(layer.mayStore),
  is_own_network: flag(layer.isOwnNetwork),
  is_on: flag(layer.isOn)
})

const shownOf = (row: LayerRow) => ({
  name: row.name,
  projection: row.projection,
  minZoom: row.min_zoom,
  maxZoom: row.max_zoom,
  bounds: row.bounds === null ? null : (JSON.parse(row.bounds) as MapLayerBounds),
  attribution: row.attribution,
  attributionUrl: row.attribution_url,
  licence: row.licence,
  isOn: row.is_on === 1,
  mayStore: row.may_store === 1
})

/** Draft that would create a layer in its current state, without its headers. */
export const toDraft = (row: LayerRow): MapLayerDraft => ({
  ...shownOf(row),
  kind: row.kind,
  address: row.address,
  wmsLayers: row.wms_layers,
  wmsStyles: row.wms_styles,
  isOwnNetwork: row.is_own_network === 1
})

const toLayer = (row: LayerRow, { state }: LayerState): MapLayer => ({ id: row.id, ...shownOf(row), state, revision: row.revision })

const toAdminLayer = (row: LayerRow, { state, fault }: LayerState): AdminMapLayer => ({
  id: row.id,
  ...toDraft(row),
  headerNames: JSON.parse(row.header_names),
  ...{ state, fault, revision: row.revision }
})
