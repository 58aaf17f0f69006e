/** Total deadline of a JSON call, in the gateway and in the browser. */
export const requestTimeoutMs = 30_000

/** Server data counts as fresh for this long. */
export const queryStaleMs = 5 * 60_000
/** Unused server data is forgotten after this long. */
export const queryCacheMs = 30 * 60_000
/** A failed query is tried again this many times; a mutation never. */
export const queryRetries = 3
export const retryDelayCapMs = 30_000

export const debugLogEntries = 100

export const sidebarCollapsedPx = 70
export const sidebarExpandedPx = 240
export const headerHeightPx = 64
export const projectDropdownMaxHeightPx = 300
export const mobileBreakpointPx = 768
export const authLayoutMaxWidthPx = 450
export const notificationBadge = 3
export const copyrightYear = 2025

/** A refresh is asked for when the access token ends within this time. */
export const refreshAheadMs = 30_000
/** How long a rotated refresh token still answers with its successor. */
export const refreshGraceMs = 30_000

export const passwordMinLength = 8
export const passwordMaxLength = 1024

export const jsonBodyLimitBytes = 1024 * 1024
export const avatarLimitBytes = 5 * 1024 * 1024
export const metadataCsvLimitBytes = 32 * 1024 * 1024
/** A batch of annotation edits. */
export const operationsLimitBytes = 8 * 1024 * 1024
export const uploadLimitBytes = 4 * 1024 ** 3
/** Pixels of one image: 200 megapixels. */
export const imagePixelLimit = 200_000_000
/** Images up to this long side are shown whole; larger ones get a tile pyramid. */
export const untiledLongSidePx = 4096
export const tileSizePx = 512

export const restoreWindowDays = 30

/** Labels of one project's catalog. */
export const catalogLabelLimit = 200_000
/** A list of labels or taxa. */
export const catalogListLimitBytes = 64 * 1024 * 1024

/** A file with annotations that is brought. */
export const importLimitBytes = 1024 ** 3
/** Annotations of one import. */
export const importAnnotationLimit = 1_000_000
/** Different labels in a file that is brought; as many people. */
export const importLabelLimit = 10_000
export const exportLifetimeDays = 30
/** An import that nobody applies is forgotten after this. */
export const importLifetimeDays = 7
/** Sites of one project. */
export const siteLimit = 10_000
/** Images that one call gives a scale to. */
export const scaleBatchLimit = 5000
/** Attribute fields of one project: fewer than one annotation may have attributes, so that imported ones find room beside them. */
export const attributeFieldLimit = 40

/** Rules for sensitive places of one project. */
export const generalisationLimit = 100
/** Values of one field to choose from. */
export const attributeChoiceLimit = 100

/** Rows of a list of labels that one import decides singly: as much as fits into an address. */
export const rowDecisionsLimit = 150
/** Names that one call leaves as they are against WoRMS. */
export const namesLeftAtOnce = 500

/** When marks of a blind session match, until an owner changes it: MatchLimits. */
export const usualMatchLimits = { leastOverlap: 0.5, mostDistancePx: 20 }

/** A file with navigation. */
export const trackLimitBytes = 1024 ** 3
/** Fixes of all tracks of a project. */
export const fixLimit = 10_000_000
/** Tracks of one project. */
export const trackLimit = 1000
/** Cameras and uploads that one question about clocks, and one answer, may be about. */
export const mostClockGroups = 100
/** Thirty years: cameras whose clock starts anew from the year of their make. */
export const longestClockAheadSeconds = 946_728_000

/** Scraper jobs of a project. */
export const scraperJobLimit = 200
/** Records from outside of a project; a project with more starts no run. */
export const outsideRecordLimit = 2_000_000
/** Deadlines of an opportunity. */
export const opportunityDeadlineLimit = 5
