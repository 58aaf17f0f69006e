/** Extensions of image files that the server accepts. The extension is checked because browsers report no type for many TIFF files. */
const image = /\.(jpe?g|png|tiff?|webp)$/i
const table = /\.(csv|tsv|txt)$/i
/** Names of hidden and system files, which are never uploaded. */
const clutter = /^(\.|thumbs\.db$|desktop\.ini$)/i

export const acceptedImages = ['image/jpeg', 'image/png', 'image/tiff', 'image/webp', '.jpg', '.jpeg', '.png', '.tif', '.tiff', '.webp']
export const acceptedTables = ['text/csv', 'text/tab-separated-values', '.csv', '.tsv', '.txt']

export interface SortedFiles {
  images: File[]
  tables: File[]
  others: File[]
}

/** Sorts files into images to upload, tables to attach, and others. Hidden files are skipped. */
export function sortFiles(files: readonly File[]): SortedFiles {
  const sorted: SortedFiles = { images: [], tables: [], others: [] }
  for (const file of files) {
    if (clutter.test(file.name)) continue
    if (image.test(file.name)) sorted.images.push(file)
    else if (table.test(file.name)) sorted.tables.push(file)
    else sorted.others.push(file)
  }
  return sorted
}

export interface DroppedFiles {
  files: File[]
  /** Paths of files and folders that the browser could not read. */
  unreadable: string[]
}

/** Collects all dropped files, including those in folders. Must be called synchronously in the drop event. */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFiles> {
  const entries = [...transfer.items].flatMap(item => (item.kind === 'file' ? [item.webkitGetAsEntry() ?? item.getAsFile()] : []))
  const dropped: DroppedFiles = { files: [], unreadable: [] }
  for (const entry of entries) {
    if (entry instanceof File) dropped.files.push(entry)
    else if (entry) await walk(entry, dropped)
  }
  return dropped
}

/** Collects the files below an entry. An unreadable file is listed and does not stop the collection. */
async function walk(entry: FileSystemEntry, dropped: DroppedFiles): Promise<void> {
  try {
    if (entry.isFile) {
      dropped.files.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)))
      return
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader()
    for (;;) {
      // a folder is read in batches (100 entries in Chromium), and an empty batch marks the end
      const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (piece.length === 0) return
      for (const child of piece) await walk(child, dropped)
    }
  } catch {
    dropped.unreadable.push(entry.fullPath)
  }
}
