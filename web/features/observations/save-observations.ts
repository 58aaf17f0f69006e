import type { ObservationFilter } from '../../../shared/contracts/observations.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { apiPath } from '../../api/request.ts'
import { saveFile } from '../../api/save-file.ts'
import { formatDay } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.tsx'
import { texts } from './texts.ts'

/** Downloads the observations that match a filter as a CSV table. */
export async function saveObservations(projectId: string, filter: ObservationFilter): Promise<void> {
  const path = `/projects/${encodeURIComponent(projectId)}/observations/export?${new URLSearchParams(filter as Record<string, string>)}`
  try {
    await saveFile(apiPath(path), `observations ${formatDay(new Date().toISOString())}.csv`)
  } catch (error) {
    showToast({ tone: 'danger', title: texts.list.notSaved, description: sentenceOf(error, texts.list.notSavedAbout) })
  }
}
