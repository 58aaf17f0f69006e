import { formatCount, formatNumber } from '../../ui/format.ts'

export const texts = {
  tray: {
    region: 'Uploads',
    uploading: (count: number) => `Uploading ${formatCount(count, 'image')}`,
    added: (count: number) => `${formatCount(count, 'image')} added`,
    known: (count: number) => `${count} already in the project`,
    failed: (count: number) => `${count} failed`,
    annotate: 'Annotate',
    annotateNew: 'Annotate the new images',
    paused: 'Paused',
    left: (amount: string) => `${amount} left`,
    speed: (rate: string, time: string) => `${rate}/s · ${time} left`,
    resumeAll: 'Resume all uploads',
    pauseAll: 'Pause all uploads',
    hideFiles: 'Hide the list of files',
    showFiles: 'Show the list of files',
    cancelAll: 'Cancel the uploads',
    close: 'Close',
    progress: 'All uploads',
    retryFailed: (count: number) => `Try ${formatCount(count, 'failed file')} again`,
    askToCancel: (count: number) => `Cancel ${formatCount(count, 'upload')}?`,
    confirmCancel: 'Cancel uploads',
    aboutCancel: 'Images that are already uploaded stay in the project. The remaining files will not be uploaded.'
  },

  file: {
    list: 'Files',
    sent: (name: string) => `Progress of ${name}`,
    pause: (name: string) => `Pause ${name}`,
    resume: (name: string) => `Resume ${name}`,
    retry: (name: string) => `Try ${name} again`,
    takeOff: (name: string) => `Remove ${name} from the list`,
    cancel: (name: string) => `Cancel ${name}`,
    waiting: (size: string) => `Waiting · ${size}`,
    checking: 'Checking for duplicates in the project',
    reading: 'Uploaded, being processed',
    sending: (share: string, size: string) => `${share} of ${size}`,
    pausedAt: (share: string) => `Paused at ${share}`,
    added: (size: string) => `Added · ${size}`,
    notSent: 'The file could not be sent.'
  },

  deleteDialog: {
    images: (count: number) => formatCount(count, 'image'),
    title: (what: string) => `Delete ${what}?`,
    confirm: (count: number) => (count === 1 ? 'Delete image' : `Delete ${formatCount(count, 'image')}`),
    about: (count: number) =>
      `${count === 1 ? 'It will be' : 'They will be'} deleted for everyone in this project, with annotations, times, positions and values from tables. This cannot be undone. Files on your own disk are not affected.`,
    progress: 'Images deleted',
    of: (done: number, total: number) => `${done} of ${total}`,
    done: (what: string) => `Deleted ${what}`,
    stopped: (done: number, total: number) => `Deleted ${done} of ${formatCount(total, 'image')}; the others stay`,
    notDeleted: (name: string) => `${name} could not be deleted`,
    someNotDeleted: (count: number) => `${formatCount(count, 'image', 'images')} could not be deleted`,
    refused: 'The server rejected the request. Try again.'
  },

  viewer: {
    title: 'Image viewer',
    image: 'Image',
    about: 'About this image',
    place: (number: string, total: string | undefined) => (total === undefined ? number : `${number} of ${total}`),
    annotate: 'Annotate',
    annotateSentence: 'Annotate this image',
    hideAnnotations: 'Hide annotations',
    showAnnotations: 'Show annotations',
    annotations: 'Annotations',
    toggleAnnotations: 'Show or hide annotations',
    download: 'Download the original',
    notDownloaded: (name: string) => `${name} could not be downloaded`,
    tryAgain: 'Try again.',
    remove: 'Delete this image',
    facts: 'Details of this image',
    close: 'Close',
    previous: 'Previous image',
    next: 'Next image',
    left: 'Previous image, or move left while zoomed in',
    right: 'Next image, or move right while zoomed in',
    up: 'Move up while zoomed in',
    down: 'Move down while zoomed in',
    farLeft: 'Previous image, or move far left while zoomed in',
    farRight: 'Next image, or move far right while zoomed in',
    farUp: 'Move far up while zoomed in',
    farDown: 'Move far down while zoomed in',
    zoom: 'Zoom',
    zoomOut: 'Zoom out',
    zoomIn: 'Zoom in',
    actualSize: '1:1',
    aboutActualSize: 'One image pixel per screen pixel',
    fit: 'Fit to window',
    notShown: 'This image cannot be shown',
    mayBeDeleted: 'It may have been deleted.',
    loadingFacts: 'Loading details'
  }
}

const some = (names: readonly string[]) => `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`

/** UI strings for the gallery. */
export const galleryTexts = {
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
