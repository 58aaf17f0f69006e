/** Total deadline of a JSON call, in the gateway and in the browser. */
export const requestTimeoutMs = 30_000

/** Time for which fetched server data counts as fresh. */
export const queryStaleMs = 5 * 60_000
/** Time after which the browser discards fetched server data that no screen uses. */
export const queryCacheMs = 30 * 60_000
/** Number of retries of a failed query. A mutation is never retried. */
export const queryRetries = 3
export const retryDelayCapMs = 30_000

/** Maximum age of past changes that the event stream replays when it opens. */
export const repeatedSeconds = 120

export const debugLogEntries = 100

export const sidebarCollapsedPx = 70
export const sidebarExpandedPx = 240
export const headerHeightPx = 64
export const projectDropdownMaxHeightPx = 300
export const mobileBreakpointPx = 768
/** Windows that are shorter than this and wider than 4:3 have little room, such as a phone held sideways. */
export const lowWindowPx = 500
export const notificationBadge = 3
export const copyrightYear = 2025

/** Remaining lifetime of the access token at which a refresh is requested. */
export const refreshAheadMs = 30_000
/** Time for which a rotated refresh token still yields its successor. */
export const refreshGraceMs = 30_000

export const passwordMinLength = 8
export const passwordMaxLength = 1024

export const jsonBodyLimitBytes = 1024 * 1024
export const avatarLimitBytes = 5 * 1024 * 1024
export const metadataCsvLimitBytes = 32 * 1024 * 1024
/** Maximum size of a batch of annotation edits. */
export const operationsLimitBytes = 8 * 1024 * 1024
export const uploadLimitBytes = 4 * 1024 ** 3
/** Maximum number of pixels in one image: 200 megapixels. */
export const imagePixelLimit = 200_000_000
/** Longest side of an image that is shown whole. Larger images get a tile pyramid. */
export const untiledLongSidePx = 4096
export const tileSizePx = 512

export const restoreWindowDays = 30

/** Minimum number of labelled examples for a version whose features include a dictionary learnt from the images. */
export const dictionaryLabels = 1000

/** Maximum number of labels in the catalog of a project. */
export const catalogLabelLimit = 200_000
/** Maximum size of a table of observations. */
export const observationListLimitBytes = 16 * 1024 * 1024
/** Maximum number of rows in a table of observations. */
export const observationRowLimit = 20_000
/** Maximum size of a list of labels or taxa. */
export const catalogListLimitBytes = 64 * 1024 * 1024

/** Maximum size of a file of annotations to import. */
export const importLimitBytes = 1024 ** 3
/** Maximum number of annotations in one import. */
export const importAnnotationLimit = 1_000_000
/** Maximum number of different labels, and of different people, in an imported file. */
export const importLabelLimit = 10_000
export const exportLifetimeDays = 30
/** Time after which an import that was not applied is deleted. */
export const importLifetimeDays = 7
/** Time within which an applied import can be undone, and for which its record is kept. */
export const importUndoDays = 30
/** Maximum size of a file of sites to import. */
export const siteFileLimitBytes = 16 * 1024 * 1024

/** Maximum number of sites in one import. */
export const siteImportLimit = 1_000

/** Maximum number of sites in a project. */
export const siteLimit = 10_000
/** Maximum number of images whose scale one call can set. */
export const scaleBatchLimit = 5000
/** Maximum number of attribute fields in a project. An annotation may have more attributes, to leave room for imported ones. */
export const attributeFieldLimit = 40

/** Maximum number of suggestions shown on one image. The most certain suggestions are shown. */
export const suggestionsOnImage = 500

/** Maximum number of rules for sensitive places in a project. */
export const generalisationLimit = 100
/** Maximum number of choices of one attribute field. */
export const attributeChoiceLimit = 100

/** Maximum number of decisions on individual rows in one label import, so that they fit into an address. */
export const rowDecisionsLimit = 150
/** Maximum number of names that one call keeps although WoRMS differs. */
export const namesLeftAtOnce = 500

/** Default `MatchLimits` of a blind session, until an owner changes them. */
export const usualMatchLimits = { leastOverlap: 0.5, mostDistancePx: 20 }

/** Maximum size of a navigation file. */
export const trackLimitBytes = 1024 ** 3
/** Maximum number of fixes in all tracks of a project. */
export const fixLimit = 10_000_000
/** Maximum number of tracks in a project. */
export const trackLimit = 1000
/** Maximum number of groups (a camera and an upload) in one list of unanswered clocks, and in one answer. */
export const mostClockGroups = 100
/** Largest offset of a camera clock: thirty years, for clocks that restart from the camera's year of manufacture. */
export const longestClockAheadSeconds = 946_728_000

/** Maximum number of scraper jobs in a project. */
export const scraperJobLimit = 200
/** Maximum number of outside records in a project, above which no run starts. */
export const outsideRecordLimit = 2_000_000
/** Maximum number of opportunities of one author, including withdrawn ones. */
export const opportunityLimit = 200
/** Maximum number of deadlines of an opportunity. */
export const opportunityDeadlineLimit = 5
/** Maximum number of likely duplicates in one response. */
export const similarLimit = 5
/** Minimum number of people who saved an opportunity for the number to be shown to its author. The author might identify fewer people. */
export const shownSavesFrom = 5
/** Maximum number of opportunities that one person can save. */
export const opportunitySaveLimit = 1000
/** Maximum number of reminders for one saved opportunity. */
export const reminderLimit = 5
/** Longest lead time of a reminder: 60 days before the deadline. */
export const longestReminderHours = 60 * 24
/** Hours before a deadline at which reminders are sent unless a person chooses others. */
export const usualReminders: readonly number[] = [14 * 24, 3 * 24, 24]
/** Maximum number of steps in the history of an opportunity. */
export const opportunityVersionLimit = 100
/** Maximum number of calendar addresses of one person. */
export const calendarTokenLimit = 10

/**
 * Share of suggestions unlike anything labelled, above which the images count as different from those that the version learnt from. About 1 %
 * is normal.
 */
export const driftShare = 0.1

/** Maximum number of map layers from other servers. */
export const mapLayerLimit = 30

/** Maximum zoom of a tile of a map layer. */
export const tileZoomLimit = 22

/** Maximum number of labels of an uploaded model whose predictions are stored for cover. Each point takes 2 bytes for each label. */
export const coverLabelLimit = 1000

/** Maximum number of clicks that lead to one outline. */
export const outlineClicks = 100
