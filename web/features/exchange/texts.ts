import { formatNumber } from '../../ui/format.ts'

export const refused = 'The server rejected the request. Try again.'

export const yoloTask = { label: 'YOLO task', detect: 'Boxes (detect)', obb: 'Rotated boxes (obb)', segment: 'Polygons (segment)' }

export const showMore = (count: number) => `Show ${formatNumber(count, 0)} more`

/** UI strings shared by imports and exports. The others are in `import-texts.ts` and `export-texts.tsx`. */
export const texts = {
  page: {
    title: 'Import and export',
    failed: 'The project could not be loaded',
    loading: 'Loading import and export',
    import: 'Import',
    export: 'Export',
    navigation: 'Navigation',
    loadingTracks: 'Loading tracks'
  },

  fileList: {
    delete: (fileName: string) => `Delete ${fileName}`,
    notDeleted: (fileName: string) => `${fileName} could not be deleted`,
    notDownloaded: (fileName: string) => `${fileName} could not be downloaded`,
    refused
  },

  job: {
    waiting: (label: string) => `${label}: waiting in the queue`,
    cancel: 'Cancel'
  }
}
