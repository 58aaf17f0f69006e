import { formatCount, formatNumber } from '../../ui/format.ts'

const some = (names: readonly string[]) => `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`

/** UI strings for the gallery, which is loaded first. Those for the uploads, the viewer and the dialogs are in `texts.ts`. */
export const texts = {
  gallery: {
    title: 'Images',
    found: ' found',
    loading: 'Loading images',
    failed: 'The images cannot be shown',
    notLoaded: 'The images could not be loaded.',
    nextNotLoaded: 'The next images could not be loaded.',
    safe: (reason: string) => `${reason} Nothing is lost. Your images are safe on the server.`,
    tryAgain: 'Try again',
    noMatch: (search: string) => `No image is called “${search}”`,
    noMatchAbout: 'The search matches any part of a file name in this project.',
    clearSearch: 'Clear search',
    none: 'No images yet',
    noneAbout: 'An owner or editor of this project can add them. They appear here as soon as they are uploaded.',
    drop: 'Drop images or whole folders here',
    dropAbout:
      'JPEG, PNG, TIFF and WebP. Time, position, depth and camera are read from each file. The originals stay unchanged. Interrupted uploads resume where they stopped.',
    choose: 'Choose images',
    noTime: 'No time',
    notRead: 'Could not be read',
    couldNotBeRead: 'could not be read',
    beingPrepared: 'being prepared',
    preparing: 'Preparing…',
    noPreview: 'No preview'
  },

  toolbar: {
    search: 'Search file names',
    sort: 'Sort images',
    sorts: { added: 'Recently added', captured: 'Time taken', name: 'File name' },
    smaller: 'Smaller pictures',
    larger: 'Larger pictures',
    showChanges: 'Show changes',
    loadingAll: 'Loading all images',
    loadingMore: 'Loading more images',
    loaded: (count: number, total: number | undefined) =>
      total ? `${formatNumber(count)} of ${formatNumber(total)}` : `${formatNumber(count)} so far`,
    stop: 'Stop'
  },

  add: {
    images: 'Add images',
    more: 'More ways to add',
    folder: 'Add a folder',
    folderAbout: 'with all images inside it',
    table: 'Attach a table',
    tableAbout: 'times, positions and depths from a CSV',
    files: 'Images to add',
    filesOfFolder: 'Folder of images to add',
    leftOut: (count: number) => `${formatCount(count, 'file was', 'files were')} left out`,
    leftOutAbout: (names: readonly string[]) => `${some(names)}: images must be JPEG, PNG, TIFF or WebP.`,
    unreadable: (count: number) => `${formatCount(count, 'file or folder', 'files or folders')} could not be read`,
    some,
    dropHere: 'Drop to add',
    dropHereAbout: 'Images, folders, or a CSV table of positions',
    interrupted: (names: readonly string[]) =>
      `${formatCount(names.length, 'upload was', 'uploads were')} interrupted (${some(names)}). Add the same files again to resume.`,
    dismiss: 'Dismiss'
  },

  selection: {
    label: 'Selected images',
    count: (count: number) => `${formatCount(count, 'image')} selected`,
    clear: 'Clear',
    delete: 'Delete'
  }
}
