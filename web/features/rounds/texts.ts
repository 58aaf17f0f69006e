import { createElement, Fragment, type ReactNode } from 'react'
import { formerMember } from '../../../shared/former-member.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'

const examined = 'An image counts as examined when a member annotated it or marked it as done.'
const tooLittle = 'too little to compare'

export const texts = {
  states: {
    planned: { word: 'planned', tone: 'neutral' },
    running: { word: 'running', tone: 'primary' },
    ended: { word: 'ended', tone: 'ok' }
  },

  kinds: {
    namesDiffer: { word: 'different labels', tone: 'warn' },
    overlooked: { word: 'annotated by some only', tone: 'neutral' },
    agreed: { word: 'agreed', tone: 'ok' }
  },

  list: {
    title: 'Blind sessions',
    description:
      'Several people annotate the same images without seeing each other’s work. Then compare the annotations and settle disagreements.',
    plan: 'Plan a session',
    failed: 'The sessions could not be loaded',
    loading: 'Loading sessions',
    columns: { name: 'Session', state: 'State', span: 'When', members: 'Members', images: 'Images' },
    youTakePart: 'you take part',
    empty: {
      title: 'No blind sessions yet',
      about:
        'How reliable is a label? Let two or more people annotate the same images for a few days, each on their own. Then see where they agree: matched annotations, a confusion matrix, and kappa for every label.',
      notOwner: 'Owners of the project plan them.'
    }
  },

  screen: {
    title: 'Blind session',
    failed: 'The session could not be loaded',
    loading: 'Loading session',
    labelsFailed: 'The labels could not be loaded',
    gone: {
      title: 'This session no longer exists',
      about: 'It was deleted with its copies of sample points. Its other annotations still exist.',
      all: 'All blind sessions'
    },
    facts: { state: 'State', when: 'When', members: 'Members', images: 'Images', hidden: 'Hidden' },
    images: (count: number) => formatCount(count, 'image'),
    drawnImages: (count: number, seed: string) => `${formatCount(count, 'image')}, drawn with the seed “${seed}”`,
    hidesAll: 'all annotations by others',
    hidesNew: 'annotations by others since the start',
    starts: (time: string) => `The session starts at ${time}. From then on, its members cannot see each other’s annotations.`,
    runs: (time: string) => `The session runs until ${time}. After that, the annotations are compared here.`,
    annotate: 'Continue annotating'
  },

  actions: {
    edit: 'Edit',
    members: 'Change members',
    end: 'End now',
    remove: 'Delete',
    failed: 'The session could not be changed'
  },

  endDialog: {
    title: (name: string) => `End “${name}” now?`,
    confirm: 'End session',
    about: 'Its members will see each other’s annotations. An ended session cannot be restarted.'
  },

  removeDialog: {
    title: (name: string) => `Delete “${name}”?`,
    confirm: 'Delete session',
    about:
      'The comparison and the copies of sample points are deleted too. The other annotations stay, and each counts separately from then on.'
  },

  banner: (session: ReactNode, end: string) =>
    createElement(
      Fragment,
      null,
      'You are working blind in ',
      session,
      ` until ${end}. Until then, you and the other members cannot see each other’s annotations.`
    ),

  newImages: {
    taken: (count: number) => `The session now has ${formatCount(count, 'image')}`,
    failed: 'The images could not be added',
    gotLabel: (count: number) =>
      count === 1
        ? '1 image has received the label since the session was planned. Once you add it, the members annotate it blind too.'
        : `${formatNumber(count, 0)} images have received the label since the session was planned. Once you add them, the members annotate them blind too.`,
    added: (count: number) =>
      count === 1
        ? '1 image was added to the project since the session was planned. Once you add it to the session, the members annotate it blind too.'
        : `${formatNumber(count, 0)} images were added to the project since the session was planned. Once you add them to the session, the members annotate them blind too.`,
    leftOut: (count: number) =>
      count === 1
        ? '1 new image cannot be added: members have annotated it since the session began, where the others could see it. Plan another session for it.'
        : `${formatNumber(count, 0)} new images cannot be added: members have annotated them since the session began, where the others could see them. Plan another session for them.`,
    furtherLeftOut: (count: number) =>
      count === 1
        ? '1 more image cannot be added: members have annotated it since the session began, where the others could see it. Plan another session for it.'
        : `${formatNumber(count, 0)} more images cannot be added: members have annotated them since the session began, where the others could see them. Plan another session for them.`,
    take: (count: number) => `Add ${formatCount(count, 'image')}`
  },

  fields: {
    name: 'Name',
    description: 'Purpose',
    start: 'Start',
    end: 'End',
    day: (moment: string) => `${moment}, day`,
    time: (moment: string, zone: string) => `${moment}, time (${zone})`,
    notAMoment: 'Enter the date as YYYY-MM-DD and the time as HH:MM.',
    noName: 'Give the session a name.',
    tooFew: 'Choose at least two members.',
    endNotAfterStart: 'Choose an end after the start.'
  },

  planDialog: {
    title: 'Plan a blind session',
    confirm: 'Plan session',
    failed: 'The session could not be planned',
    members: 'Members',
    tooFewPeople: 'At least two owners or editors are needed. Add people in the project’s Settings.',
    now: 'Now',
    later: 'Later',
    hidesEarlier: 'Also hide earlier annotations by others',
    hidesEarlierAbout: 'Otherwise earlier annotations stay visible, but cannot be changed while the session runs.'
  },

  images: {
    legend: 'Images',
    all: 'All current images of the project',
    sample: 'Random sample',
    label: 'Images with a certain label',
    named: 'Images by file name',
    count: 'Number of images',
    seed: 'Seed',
    seedAbout: 'The same seed draws the same images again.',
    fileNames: 'File names',
    fileNamesAbout: 'One per line.',
    noLabel: 'Choose the label that the images have.',
    noCount: 'Enter the number of images to draw.',
    noSeed: 'Enter a seed: any word or number.',
    noNames: 'Enter the file names, one per line.'
  },

  editDialog: {
    title: (name: string) => `Edit “${name}”`,
    confirm: 'Save session',
    failed: 'The session could not be changed',
    hasBegun: 'The session has begun, so its start can no longer be changed.',
    hasEnded: 'The session has ended, so its times can no longer be changed.'
  },

  membersDialog: {
    title: (name: string) => `Members of “${name}”`,
    confirm: 'Save members',
    failed: 'The members could not be changed',
    legend: 'Members',
    whileRunning:
      'New members work blind from now on; they must not have annotated these images since the session began. Members without annotations in the session can leave, and then see all annotations.'
  },

  results: {
    title: 'Agreement',
    failed: 'The agreement could not be loaded',
    loading: 'Loading agreement',
    stillRuns: 'The session is still running, so these figures are preliminary. Members see them after its end.',
    beforeEnd: 'This comparison was made before the session ended. Compare again for the final figures.',
    notCompared: 'The annotations have not been compared yet.',
    comparing: 'Comparing annotations',
    comparedImages: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} images`,
    cancelled: 'The comparison was stopped, so each annotation counts for its author only. Compare again.',
    compareFailed: 'The annotations could not be compared',
    tryAgain: 'Try again.'
  },

  computeForm: {
    failed: 'The annotations could not be compared',
    overlapOutside: 'Enter an overlap between 5 and 100 percent.',
    distanceOutside: 'Enter a distance between 1 and 10 000 pixels.',
    overlap: 'Minimum overlap for areas to match',
    distance: 'Maximum distance for points to match',
    compare: 'Compare annotations',
    compareAgain: 'Compare again',
    ownersOnly: 'Only owners of the project can change these limits.'
  },

  terms: {
    cohen: 'Agreement of two people beyond chance. 1 is full agreement; 0 is the agreement expected by chance alone.',
    fleiss: 'Agreement of all members beyond chance. 1 is full agreement; 0 is the agreement expected by chance alone.',
    alpha:
      'Agreement beyond chance on every image that two or more members examined. 1 is full agreement; 0 is the agreement expected by chance alone.',
    ofLabels: (meaning: string) => `${meaning} Objects that someone overlooked are left out.`
  },

  agreement: {
    deletedAccount: formerMember,
    nothing: `No image was examined by two members, so there is nothing to compare. ${examined}`,
    basis: (byTwo: number, images: number, byAll: number, time: string, overlapPercent: number, distancePx: number) =>
      `${formatCount(byTwo, 'image')} of ${formatNumber(images, 0)} examined by two or more members, ${formatNumber(byAll, 0)} by all of them. ${examined} As of ${time}; areas match from ${formatNumber(overlapPercent, 0)} % overlap, points up to ${formatNumber(distancePx, 0)} px apart, and sample points if they are identical.`,
    agreed: { name: 'Agreed', about: 'annotated with the same label by all who examined the image' },
    namesDiffer: { name: 'Different labels', about: 'annotated by several members, with different labels' },
    overlooked: { name: 'Overlooked', about: 'annotated by some only' },
    tooLittle,
    fleiss: 'Fleiss’ κ',
    fleissAbout: (objects: number, people: number) => `${formatCount(objects, 'object')}, ${formatCount(people, 'person', 'people')}`,
    fleissLabels: 'Fleiss’ κ of labels',
    fleissLabelsAbout: (objects: number) => `${formatCount(objects, 'object')} that all annotated`,
    alpha: 'Krippendorff’s α',
    alphaAbout: (objects: number, ratings: number) => `${formatCount(objects, 'object')}, ${formatCount(ratings, 'rating')}`,
    alphaLabels: 'α of labels',
    alphaLabelsAbout: (objects: number) => `${formatCount(objects, 'object')} that two or more annotated`,
    formulas:
      'Fleiss’ κ = (P̄ − P̄ₑ) / (1 − P̄ₑ) needs the same ratings from everyone, so it covers the images that all examined (Fleiss 1971). Krippendorff’s α = 1 − Dₒ / Dₑ, for nominal data, uses every image that two or more examined, and all ratings of each object (Krippendorff 2011). Overlooking an object counts as a rating, except in κ and α of labels.',
    pair: (first: string, second: string) => `${first} and ${second}`
  },

  pairs: {
    title: 'Pairwise agreement',
    description:
      'Cohen’s κ = (pₒ − pₑ) / (1 − pₑ), with its 95 % interval. An object that one of the two overlooked counts as a disagreement; κ of labels leaves it out. Cohen 1960; interval after Fleiss, Cohen & Everitt 1969.',
    label: 'Pairwise agreement',
    columns: {
      who: 'Pair',
      images: 'Images',
      matched: 'Matched',
      first: 'Only the first',
      second: 'Only the second',
      kappa: 'Cohen’s κ',
      names: 'κ of labels'
    }
  },

  matrix: {
    title: 'Confusion matrix',
    description: 'Number of objects with the row’s label from the first person and the column’s label from the second.',
    pair: 'Pair',
    save: 'the confusion matrix',
    notMarked: 'not annotated',
    caption: (first: string, second: string) => `Rows: ${first}. Columns: ${second}.`,
    cut: (shown: number, more: number) => `The table shows the ${shown} most used labels; the CSV has ${formatNumber(more, 0)} more.`
  },

  perLabel: {
    title: 'Agreement by label',
    description:
      'Each label against all others, including overlooked objects. n: objects to which either person gave the label. Cohen’s κ is that of the pair above; Fleiss’ κ (1971) covers all members on images that all examined, and has no interval. “–” marks an undefined κ.',
    label: 'Agreement by label',
    save: 'agreement by label',
    columns: { label: 'Label', items: 'n', kappa: 'Cohen’s κ', groupItems: 'n, all members', group: 'Fleiss’ κ' }
  },

  csv: 'CSV',
  utc: (span: string) => `${span} UTC`,
  zones: (end: string, start: string) => `${end}, from ${start}`,
  saveCsv: (table: string) => `CSV of ${table}`,

  disagreements: {
    title: 'Disagreements',
    titleOpen: (count: number) => `Disagreements: ${count} to settle`,
    description:
      'The label you choose becomes final: one annotation is confirmed with it; the others are rejected and stay in the history. Until then they are disputed.',
    show: 'Show',
    views: { open: 'Still to settle', disagreements: 'All disagreements', agreed: 'Agreed' },
    list: 'this list',
    failed: 'The annotations could not be loaded',
    loading: 'Loading disagreements',
    allSettled: 'Everything is settled',
    none: 'Nothing to show here',
    more: 'Show more',
    undo: 'Undo',
    reopened: (count: number) => (count > 1 ? 'The decisions were undone' : 'The decision was undone'),
    undoFailed: 'The decision could not be undone',
    settledAs: (label: string) => `Settled as ${label}`,
    thisLabel: 'this label',
    settledAsNothing: 'Settled: nothing there',
    settleFailed: 'The decision could not be saved',
    saveFailed: 'The list could not be loaded',
    agreedOpen: (count: number) =>
      count === 1
        ? '1 object has the same label from all who examined the image, and counts once in the results. Keep one annotation of it so that the image shows it once, too.'
        : `${formatNumber(count, 0)} objects have the same label from all who examined the image, and each counts once in the results. Keep one annotation of each so that the images show them once, too.`,
    keepOne: 'Keep one of each',
    kept: (objects: number) => `${formatCount(objects, 'object')} confirmed, duplicates rejected`,
    keepFailed: 'Some duplicates could not be rejected. Try again.'
  },

  group: {
    samplePoint: 'sample point',
    pointHas: (label: ReactNode) =>
      createElement(Fragment, null, 'The sample point itself has the label ', label, '. Settling replaces it.'),
    pointRemoved: 'This sample point was removed, so its labels cannot be kept. Restore it in Annotate, or settle that nothing is there.',
    settled: 'settled',
    by: (name: string, isMe: boolean) => (isMe ? `${name} (you)` : name),
    settledBy: (name: string, isMe: boolean, state: string) => (isMe ? `${name} (you), ${state}` : `${name}, ${state}`),
    removed: 'removed',
    notMarked: 'not annotated',
    settleAs: (label: ReactNode) => createElement(Fragment, null, 'Settle as ', label),
    otherLabel: 'Another label…',
    nothing: 'Nothing there',
    discuss: 'Discuss',
    deletedLabel: 'a deleted label',
    noLabel: 'no label'
  }
} as const
