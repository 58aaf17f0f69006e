import { sentenceOf } from '../../api/api-error.ts'
import { apiPath } from '../../api/request.ts'
import { saveFile } from '../../api/save-file.ts'
import { showToast } from '../../ui/toast.tsx'
import { texts } from './texts.ts'

const { fileList: words } = texts

/** Downloads a file from the server under the given name. A toast reports failures. */
export async function download(path: string, fileName: string): Promise<void> {
  try {
    await saveFile(apiPath(path), fileName)
  } catch (error) {
    showToast({ tone: 'danger', title: words.notDownloaded(fileName), description: sentenceOf(error, words.refused) })
  }
}
