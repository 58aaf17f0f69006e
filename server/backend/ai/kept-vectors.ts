import { sql } from 'kysely'
import { breathe } from '../../lib/breathe.ts'
import type { Database } from '../storage/database.ts'
import { croppedKinds, featureSet, geometryHash } from './geometry.ts'
import { dimensions, halvesOf } from './learning/features.ts'
import { type Units, unitVectors } from './learning/similar.ts'

/** Maximum number of annotations that a search covers: the newest ones that can have a crop. Their vectors take 240 MB. */
export const mostSearched = 200_000
const rowsAtOnce = 5_000
/**
 * Time for which cached vectors are reused despite changes, as a multiple of their reading time. The vectors are reused in this way only once
 * all crops are prepared.
 */
const restShare = 20

/** In-memory feature vectors of the annotations of a project. */
export interface Vectors {
  units: Units
  /** Annotation of each row, with the hash of its shape at the time of reading. */
  annotations: { id: string; hash: string }[]
  /** Number of annotations whose crops have not been prepared yet. */
  missing: number
}

interface Kept {
  vectors: Vectors
  signature: string
  readAt: number
  tookMs: number
}

/** Per-thread cache of the vectors of the most recently searched project. */
export type KeptVectors = ReturnType<typeof keptVectors>

export function keptVectors() {
  let kept: { projectId: string; entry: Kept } | null = null
  return {
    /** Returns the vectors of a project, reloading them after a change. The vectors of a large project may be about a minute old. */
    async of(db: Database, projectId: string): Promise<Vectors> {
      const before = kept?.projectId === projectId ? kept.entry : null
      const age = performance.now() - (before?.readAt ?? 0)
      if (before?.vectors.missing === 0 && age < restShare * before.tookMs) return before.vectors
      const signature = await signatureOf(db, projectId)
      if (before?.signature === signature) return before.vectors
      kept = null // there is no memory for both
      const start = performance.now()
      const vectors = await readVectors(db, projectId)
      const readAt = performance.now()
      kept = { projectId, entry: { vectors, signature, readAt, tookMs: readAt - start } }
      return vectors
    }
  }
}

/** Returns a cache key that changes with the annotations and features of a project. */
async function signatureOf(db: Database, projectId: string): Promise<string> {
  const { rows } = await sql<{ at: string; count: number }>`
    select project.modified_at as at, (
      select count(*) from ai_feature join media on media.id = ai_feature.media_id
      where media.project_id = project.id and ai_feature.feature_set = ${featureSet}
    ) as count
    from project where project.id = ${projectId}`.execute(db)
  return `${rows[0]?.at} ${rows[0]?.count}`
}

// Long: two paged queries and their join.
async function readVectors(db: Database, projectId: string): Promise<Vectors> {
  const wanted = new Map<string, string[]>()
  let [count, last] = [0, '\u{10ffff}']
  for (let isLast = false; !isLast && count < mostSearched; ) {
    const { rows } = await sql<{ id: string; media_id: string; shape: string }>`
      select annotation.id, annotation.media_id, annotation.shape from annotation
      where annotation.project_id = ${projectId} and annotation.id < ${last} and annotation.removed_at is null
        and annotation.shape_kind in (${sql.join([...croppedKinds])})
      order by annotation.id desc limit ${sql.lit(rowsAtOnce)}`.execute(db)
    for (const { id, media_id: mediaId, shape } of rows) {
      await breathe()
      const key = `${mediaId} ${geometryHash(shape)}`
      const ids = wanted.get(key)
      if (ids) ids.push(id)
      else wanted.set(key, [id])
    }
    count += rows.length
    last = rows.at(-1)?.id ?? last
    isLast = rows.length < rowsAtOnce
  }
  const annotations: Vectors['annotations'] = []
  const values = new Float32Array(count * dimensions)
  for (let after = { media: '', hash: '' }, isLast = false; !isLast; ) {
    const { rows } = await sql<{ media_id: string; geometry_hash: string; vector: Uint8Array }>`
      select ai_feature.media_id, ai_feature.geometry_hash, ai_feature.vector
      from ai_feature join media on media.id = ai_feature.media_id
      where media.project_id = ${projectId} and ai_feature.feature_set = ${featureSet}
        and (ai_feature.media_id, ai_feature.geometry_hash) > (${after.media}, ${after.hash})
      order by ai_feature.media_id, ai_feature.geometry_hash limit ${sql.lit(rowsAtOnce)}`.execute(db)
    for (const { media_id: mediaId, geometry_hash: hash, vector } of rows) {
      await breathe()
      const ids = wanted.get(`${mediaId} ${hash}`)
      if (!ids) continue
      const numbers = halvesOf(vector)
      for (const id of ids) {
        values.set(numbers, annotations.length * dimensions)
        annotations.push({ id, hash })
      }
    }
    const end = rows.at(-1)
    if (end) after = { media: end.media_id, hash: end.geometry_hash }
    isLast = rows.length < rowsAtOnce
  }
  const matrix = { values: values.subarray(0, annotations.length * dimensions), rows: annotations.length, columns: dimensions }
  return { units: unitVectors(matrix), annotations, missing: count - annotations.length }
}
