import { sentenceOf } from '../../api/api-error.ts'
import { apiPath } from '../../api/request.ts'
import { saveFile } from '../../api/save-file.ts'
import { showToast } from '../../ui/toast.tsx'

/** Saves a file of the server under its name, or says why not. */
export async function download(path: string, fileName: string): Promise<void> {
  try {
    await saveFile(apiPath(path), fileName)
  } catch (error) {
    showToast({ tone: 'danger', title: `${fileName} was not saved`, description: sentenceOf(error, 'The server refused. Try again.') })
  }
}
