import { sentenceOf } from '../../api/api-error.ts'
import { apiPath } from '../../api/request.ts'
import { saveFile } from '../../api/save-file.ts'
import { formatDay } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.tsx'
import { texts } from './texts.ts'

const { file: words } = texts

/** Saves the catalog, or a version of it, as a Darwin Core taxon list. */
export async function saveTaxonList(projectId: string, version?: { id: string; name: string }): Promise<void> {
  const path = `/projects/${encodeURIComponent(projectId)}/labels/export`
  const query = version ? `?${new URLSearchParams({ versionId: version.id })}` : ''
  const fileName = `species-catalog ${version?.name ?? formatDay(new Date().toISOString())}.csv`
  try {
    await saveFile(apiPath(path + query), fileName)
  } catch (error) {
    showToast({ tone: 'danger', title: words.notSaved(fileName), description: sentenceOf(error, words.refused) })
  }
}
