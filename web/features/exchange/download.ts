import { sentenceOf } from '../../api/api-error.ts'
import { readConfig } from '../../api/config.ts'
import { apiPath, request } from '../../api/request.ts'
import { showToast } from '../../ui/toast.tsx'

/** Saves a file of the server under its name. In bearer mode a link cannot say who asks: the file is fetched first. */
export async function download(path: string, fileName: string): Promise<void> {
  try {
    if (readConfig().sessionMode === 'cookie') return follow(apiPath(path), fileName)
    const blob = await (await request(path, { method: 'GET', unlimited: true })).blob()
    const address = URL.createObjectURL(blob)
    follow(address, fileName)
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (error) {
    showToast({ tone: 'danger', title: `${fileName} was not saved`, description: sentenceOf(error, 'The server refused. Try again.') })
  }
}

function follow(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}
