import type { Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import type { FullSight } from '../../projects/scope.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Database } from '../../storage/database.ts'

/** Requires a decoder of the project. @param sha256 hash of its file @throws InvalidRequest */
export async function requireDecoder(db: Database, { projectId }: FullSight, sha256: string): Promise<void> {
  const row = await db
    .selectFrom('ai_uploaded_model')
    .select('id')
    .where('project_id', '=', projectId)
    .where('sha256', '=', sha256)
    .where('is_decoder', '=', 1)
    .executeTakeFirst()
  if (!row) throw new InvalidRequest([{ path: '/decoder', message: 'must be a decoder in this project' }])
}

/** Returns whether an interactive pair of the project uses the decoder with a hash, and no other file has its content. */
export async function isNeededDecoder(db: Database, { projectId }: FullSight, sha256: string): Promise<boolean> {
  const rows = await db.selectFrom('ai_uploaded_model').select(['sha256', 'manifest']).where('project_id', '=', projectId).execute()
  const isOnly = rows.filter(row => row.sha256 === sha256).length === 1
  return isOnly && rows.some(({ manifest }) => manifest !== null && (JSON.parse(manifest) as Manifest).decoder === sha256)
}

/** Returns the size of the decoder that a manifest names, in bytes; 0 when it names none. */
export async function decoderBytes(db: Database, { decoder }: Pick<Manifest, 'decoder'>): Promise<number> {
  if (decoder === undefined) return 0
  const row = await db.selectFrom('ai_uploaded_model').select('size_bytes').where('sha256', '=', decoder).limit(1).executeTakeFirst()
  return Number(row?.size_bytes ?? 0)
}

/** Returns the path of the decoder that a manifest names; null when it names none. @throws BlobMissing */
export const decoderPath = async (blobs: Blobs, { decoder }: Pick<Manifest, 'decoder'>): Promise<string | null> =>
  decoder === undefined ? null : blobs.localPath(decoder)
