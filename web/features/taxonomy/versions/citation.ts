import { projectPath } from '../../../../shared/addresses.ts'
import type { CatalogVersion } from '../../../../shared/contracts/catalog-versions.ts'
import { texts } from './texts.ts'

/** Returns the citation of a version: its project, name, size, date and URL. */
export function citationOf(projectTitle: string, { projectId, id, name, labelCount, createdAt }: CatalogVersion, origin: string): string {
  const address = new URL(`${projectPath(projectId, 'catalog')}?${new URLSearchParams({ version: id })}`, origin)
  return texts.citation({ projectTitle, name, labelCount, createdAt, address: address.href })
}
