import { projectPath } from '../../../../shared/addresses.ts'
import type { CatalogVersion } from '../../../../shared/contracts/catalog-versions.ts'
import { formatDay } from '../../../ui/format.ts'

/** Citation of a version: its project, name, size, date and address. */
export function citationOf(projectTitle: string, { projectId, id, name, labelCount, createdAt }: CatalogVersion, origin: string): string {
  const address = new URL(`${projectPath(projectId, 'catalog')}?${new URLSearchParams({ version: id })}`, origin)
  const labels = `${labelCount} ${labelCount === 1 ? 'label' : 'labels'}`
  return `${projectTitle}: species catalog, version “${name}”, ${labels}, frozen ${formatDay(createdAt)}. Isobath. ${address.href}`
}
