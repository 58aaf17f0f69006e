import type { DryRun, Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import { embeddingSet } from '../feature-sets.ts'
import type { Features } from '../features-of-image.ts'

/** Returns the manifest, the features and the milliseconds per crop of a tested embedding model; null for another model. */
export function embeddingOf(row: {
  manifest: string | null
  manifest_sha256: string | null
  dry_run: string | null
}): (Pick<Features, 'set' | 'columns'> & { manifest: Manifest; msPerItem: number }) | null {
  if (row.manifest === null || row.manifest_sha256 === null || row.dry_run === null) return null
  const manifest = JSON.parse(row.manifest) as Manifest
  const { dimensions, msPerItem } = JSON.parse(row.dry_run) as DryRun
  if (manifest.task !== 'embed' || dimensions === undefined) return null
  return { manifest, set: embeddingSet(row.manifest_sha256, dimensions), columns: dimensions, msPerItem }
}
