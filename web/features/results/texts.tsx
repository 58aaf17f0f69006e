import type { ReactNode } from 'react'
import { formatCount, formatNumber } from '../../ui/format.ts'

const sameNumbers = 'The table below has the same numbers.'
const chartShows = (count: number) => `The chart shows the first ${count}; the table has all of them.`

export const texts = {
  page: {
    title: 'Results',
    failed: 'The results could not be loaded',
    summary: 'Summary',
    taxa: 'Taxa',
    cover: 'Cover',
    corrected: 'Corrected cover',
    curves: 'Curves',
    sizes: 'Sizes'
  },

  empty: {
    title: 'Nothing is annotated yet',
    annotate: 'Annotate',
    addImages: 'Add images',
    waiting: (images: number) =>
      images === 1 ? '1 image is waiting to be annotated.' : `${formatNumber(images, 0)} images are waiting to be annotated.`,
    noImages: 'The project has no images yet.',
    about: (link: (text: string) => ReactNode) => (
      <>
        Counts, diversity, density, curves and sizes appear here as soon as there are annotations, each with its effort and formula. Assign
        images to {link('sites')} to compare places.
      </>
    )
  },

  terms: {
    title: 'Terms used in these results',
    list: {
      effort: {
        term: 'Effort',
        meaning: 'The images and the area that people examined, whatever they found. Densities are counts divided by this area.'
      },
      maxN: {
        term: 'MaxN',
        meaning:
          'The maximum number of individuals of a taxon in one image of a group, so that no animal is counted twice. Σ MaxN is the sum over all taxa.'
      },
      density: { term: 'Density', meaning: 'Individuals per square metre, on images whose scale is known.' },
      richness: {
        term: 'Richness, S',
        meaning: 'The number of taxa. Chao1 estimates the total, including taxa that were not seen.'
      },
      diversity: {
        term: 'Shannon H′, Simpson 1 − D, Pielou J′',
        meaning: 'Diversity from the shares of the taxa. J′ is H′ divided by its largest possible value, 0 to 1.'
      },
      wilson: {
        term: 'Wilson interval',
        meaning: 'A 95 % interval for a share that is also valid for few points and for shares near 0 or 1.'
      },
      correctedCover: {
        term: 'Machine-corrected cover',
        meaning:
          'Cover from labels and the predictions of a model. The mean error of the model on labels that it did not learn from is added to its predictions. Points accepted in bulk get their error from the blind labels of an ended audit.'
      },
      heldOut: {
        term: 'Held-out point',
        meaning: 'A sample point with a label from a person, on an image or site that the model was neither trained nor calibrated with.'
      },
      rarefaction: {
        term: 'Rarefaction',
        meaning:
          'The number of taxa expected in samples of equal size (individuals or images), so that samples of unequal size can be compared.'
      }
    }
  },

  controls: {
    label: 'Counting options',
    records: 'Count',
    outside: 'Records of other services',
    outsideLeftOut: 'Left out',
    outsideCounted: 'Counted',
    groupBy: 'Group images by',
    groupRecordsBy: 'Group by',
    bandWidth: 'Depth band width',
    rank: 'Count taxa by',
    asLabelled: 'Label',
    review: 'Annotations',
    individuals: 'Individuals',
    onePerAnnotation: 'One per annotation',
    from: (attribute: string) => `From ${attribute}`
  },

  filterBar: {
    failed: 'The filter could not be loaded',
    nothing: 'No examined image and no observation matches the filter. Remove a condition to see more.',
    nothingOfCover: 'No image that matches the filter has sample points.',
    unreadable: 'The filter in the address cannot be read.',
    clear: 'Clear the filter',
    plain: 'Only what matches the filter counts.',
    mixed: 'The conditions joined by “or” select different images. Effort, density and curves count the images of all of them.',
    map: 'On the map',
    ofCover: 'Only conditions on images, such as date, depth and area, select the points of cover: a share needs all points of an image.'
  },

  groupings: {
    site: { option: 'Site', one: 'site', many: 'sites' },
    survey: { option: 'Survey', one: 'survey', many: 'surveys' },
    depthBand: { option: 'Depth band', one: 'depth band', many: 'depth bands' },
    date: { option: 'Day (UTC)', one: 'day', many: 'days' },
    image: { option: 'Image', one: 'image', many: 'images' }
  } as Record<string, { option: string; one: string; many: string }>,
  columnGrouping: (column: string) => ({ option: `Column ${column}`, one: `value of ${column}`, many: `values of ${column}` }),

  records: {
    annotations: 'Annotations',
    observations: 'Observations',
    both: 'Both'
  },

  units: {
    annotations: { one: 'image', many: 'images', axis: 'Images', all: 'All images' },
    observations: { one: 'sampling event', many: 'sampling events', axis: 'Sampling events', all: 'All observations' },
    both: {
      one: 'image or sampling event',
      many: 'images and sampling events',
      axis: 'Images and sampling events',
      all: 'All images and observations'
    }
  },

  reviews: {
    people: { option: 'Made or confirmed by people', phrase: 'made or confirmed by people' },
    all: { option: 'Including unreviewed machine suggestions', phrase: 'by people and machines, including unreviewed suggestions' },
    confirmed: { option: 'Only those confirmed in review', phrase: 'confirmed in review' }
  },

  effort: {
    events: (count: number) => formatCount(count, 'sampling event'),
    images: (count: number, onlyAnnotated: number) =>
      onlyAnnotated > 0
        ? `${formatCount(count, 'image')} (${formatNumber(onlyAnnotated)} annotated but not marked as done)`
        : formatCount(count, 'image'),
    withoutScale: (images: string) => `${images}, none with a known scale`,
    withArea: (images: string, area: string) => `${images}, ${area}`,
    partlyWithArea: (images: string, area: string, withArea: number, without: number, part: string) =>
      `${images}, ${area} on ${formatNumber(withArea)} of them; ${formatNumber(without)} without a known scale ${without === 1 ? 'is' : 'are'} left out of the ${part}`,
    density: 'density',
    sizes: 'sizes in metres',
    formula: 'effort: images marked as done, or on which a person annotated or reviewed something',
    formulaOfEvents: 'effort: sampling events, including those that found nothing',
    noteAll: 'Images covered by an import or a model run count too.',
    note: 'The effort is the same for every taxon. Conditions on annotations do not change it.'
  },

  unreviewed: {
    notCounted: (count: number, programs: string) =>
      count === 1
        ? `1 annotation by ${programs} is not counted, because no person has reviewed it.`
        : `${formatNumber(count, 0)} annotations by ${programs} are not counted, because no person has reviewed them.`,
    counted: (count: number, programs: string) =>
      count === 1
        ? `1 annotation by ${programs} is counted, although no person has reviewed it.`
        : `${formatNumber(count, 0)} annotations by ${programs} are counted, although no person has reviewed them.`,
    program: 'an unnamed program',
    others: (count: number) => formatCount(count, 'other program'),
    count: 'Count them',
    leaveOut: 'Leave them out',
    review: 'Review them'
  },

  filter: {
    annotations: (review: string, ways: string) => `Annotations ${review}, ${ways}.`,
    observations: (source: string, ways: string) =>
      `Observations ${source}, ${ways}. All observations at one place, on one day and by one protocol are one sampling event.`,
    both: (review: string, source: string, ways: string) =>
      `Annotations ${review}, and observations ${source}; ${ways}. All observations at one place, on one day and by one protocol are one sampling event.`,
    byTeam: 'by the team',
    byAll: 'by the team and from other services',
    asOneTaxon: 'including everything below it in the catalog',
    byRank: (rank: string) => `counted by ${rank}`,
    asLabelled: 'counted as labelled',
    individualsFrom: (attribute: string) => `individuals from ${attribute}`,
    onePerAnnotation: 'one individual per annotation',
    noRejected: 'without rejected ones'
  },

  warnings: {
    pendingMarks: (count: number) =>
      count === 1
        ? '1 annotation of a blind session counts for its author only, until the session has ended and its annotations are matched.'
        : `${formatNumber(count, 0)} annotations of blind sessions count for their authors only, until the session has ended and its annotations are matched.`,
    blindSessions: (marks: number, objects: number) =>
      `Blind sessions: ${formatCount(marks, 'annotation')} of ${formatCount(objects, 'object')}. Each object counts once.`,
    blindSessionsNotSettled: (marks: number, objects: number, notSettled: number) =>
      `Blind sessions: ${formatCount(marks, 'annotation')} of ${formatCount(objects, 'object')}, ${formatNumber(notSettled)} not settled. Each object counts once. An object that is not settled counts as the lowest taxon that its labels share.`,
    nestedTaxa: (count: number) =>
      count === 1
        ? '1 taxon is above others that are counted too, such as a genus and one of its species. This raises the richness; choose a rank to avoid it.'
        : `${formatNumber(count, 0)} taxa are above others that are counted too, such as a genus and one of its species. This raises the richness; choose a rank to avoid it.`,
    leftOut: (count: number, rank: string) =>
      count === 1
        ? `1 individual has no ${rank} above it in the catalog and is left out.`
        : `${formatNumber(count, 0)} individuals have no ${rank} above them in the catalog and are left out.`,
    taxon: 'taxon',
    unnamed: (count: number) =>
      count === 1
        ? '1 individual has no label yet and is not counted under any taxon.'
        : `${formatNumber(count, 0)} individuals have no label yet and are not counted under any taxon.`,
    notExamined: (count: number) =>
      count === 1
        ? '1 image is not part of the effort. No person has annotated it, reviewed an annotation on it or marked it as done.'
        : `${formatNumber(count, 0)} images are not part of the effort. No person has annotated them, reviewed an annotation on them or marked them as done.`
  },

  figure: {
    annotations: (filter: string) => `Annotations ${filter}.`,
    whiskers: (interval: string) => `Whiskers: ${interval}.`,
    chartShowsLargest: (count: number) => `The chart shows the ${count} largest; the table has all of them.`,
    nameOf: (name: string, taxon: string) => `${name} of ${taxon}`,
    bars: (count: number) => `${formatCount(count, 'bar')}. ${sameNumbers}`
  },

  sources: {
    chao: 'Chao 1987',
    cochran: 'Cochran 1977, Sampling Techniques, ch. 6',
    colwell2004: 'Colwell, Mao & Chang 2004',
    colwell2012: 'Colwell et al. 2012',
    freedman: 'Freedman & Diaconis 1981',
    hurlbert: 'Hurlbert 1971',
    pielou: 'Pielou 1966',
    priede: 'Priede et al. 1994, J. Mar. Biol. Ass. U.K. 74: 481–498',
    shannon: 'Shannon 1948',
    simpson: 'Simpson 1949',
    wilson: 'Wilson 1927'
  },

  table: {
    empty: 'No data.',
    images: 'Images',
    examined: 'examined',
    events: 'Sampling events',
    area: 'Area',
    unknown: 'unknown',
    allImages: 'All images',
    noValue: 'No value for this group',
    interval: (low: string, high: string) => `${low} to ${high}`,
    download: 'Download table',
    downloadCsv: 'Download CSV',
    export: 'Export this table…'
  },

  summary: {
    failed: 'The numbers could not be computed',
    measure: 'Measure',
    title: 'All measures',
    titleOf: (taxon: string) => `All measures of ${taxon}`,
    chartTitle: (measure: string, grouping: string) => `${measure}, by ${grouping}`,
    about: (groups: string, individuals: number, effort: string) =>
      `n = ${groups}, ${formatCount(individuals, 'individual')}; effort: ${effort}.`
  },

  measures: {
    individuals: {
      name: 'Individuals',
      unit: 'individuals',
      note: 'Not standardised by effort: compare groups by their density, or by rarefaction.'
    },
    density: {
      name: 'Density',
      unit: 'individuals per m²',
      interval: '± one standard error, with images as units',
      note: 'Only images with a known area. Images of one transect are not independent, so the true error is larger.'
    },
    richness: { name: 'Richness', unit: 'taxa', formula: 'S = number of taxa with nᵢ > 0', note: 'Grows with effort: see the curves.' },
    chao1: {
      name: 'Chao1',
      unit: 'taxa, estimated',
      interval: '95 % interval, log-normal above S',
      note: 'Bias-corrected lower bound for the number of taxa present, seen or unseen. f₁ taxa were seen once, f₂ twice.'
    },
    shannon: { name: 'Shannon H′', unit: 'nats', note: 'Natural logarithm.' },
    simpson: {
      name: 'Simpson 1 − D',
      unit: 'probability',
      note: 'Gini–Simpson: the probability that two individuals drawn with replacement differ.'
    },
    pielou: { name: 'Pielou J′', unit: 'evenness, 0–1', note: 'No value for fewer than two taxa.' },
    sumMaxN: {
      name: 'Σ MaxN',
      unit: 'individuals',
      formula: 'Σ over taxa of the maximum number of individuals in one image',
      note: 'For series in which the same animals return: never more than were present at the same time. Values of groups cannot be added up.'
    },
    maxN: {
      name: 'MaxN',
      unit: 'individuals',
      formula: 'MaxN = max over the images of n',
      note: 'The maximum number of individuals of one taxon in a single image of the group. Values of groups cannot be added up.'
    }
  },

  taxa: {
    failed: 'The counts could not be computed',
    taxon: 'Taxon',
    allTaxa: 'All taxa',
    number: 'Measure',
    show: 'Show',
    chartTitle: (measure: string) => `${measure} by taxon`,
    chartTitleIn: (measure: string, group: string) => `${measure} by taxon, ${group}`,
    about: (taxa: number, individuals: number, effort: string) =>
      `n = ${formatCount(taxa, 'taxon', 'taxa')}, ${formatCount(individuals, 'individual')}; effort: ${effort}.`,
    largestOfAll: (groups: string) => `Each value is the maximum over all ${groups}.`,
    chartShows: (count: number) => `The chart shows the ${count} most common; the table has all of them.`,
    bars: (count: number) => `${formatCount(count, 'bar')}, the most common first. ${sameNumbers}`,
    tableTitle: (measure: string, grouping: string) => `${measure} of each taxon by ${grouping}`,
    tableLabel: (measure: string) => `${measure} of each taxon`,
    downloadMatrix: 'Download matrix',
    downloadList: 'Download list with MaxN',
    tableShows: (count: number, taxa: number) => `Showing the ${count} most common of ${taxa} taxa; the files have all of them.`,
    individualsFormula: 'nᵢ = Σ individuals of taxon i',
    individualsNote: 'Sample points measure cover and are not counted.',
    densityNote: 'Over all images with a known area, including those without the taxon. Choose one taxon to see the standard error.'
  },

  cover: {
    failed: 'The cover could not be computed',
    empty: 'No image has sample points yet. Add them in Annotate with “Sample points”, then label each point.',
    unnamed: (count: number) =>
      count === 1
        ? '1 point has no label, or none that these options count. It is not part of the cover.'
        : `${formatNumber(count, 0)} points have no label, or none that these options count. They are not part of the cover.`,
    leftOut: (count: number, rank: string) =>
      count === 1
        ? `1 point has a label without a ${rank} above it. It is scored, but appears in no column.`
        : `${formatNumber(count, 0)} points have labels without a ${rank} above them. They are scored, but appear in no column.`,
    withoutPoints: (count: number) =>
      count === 1
        ? '1 image has no sample points and is not part of the effort.'
        : `${formatNumber(count, 0)} images have no sample points and are not part of the effort.`,
    unscorable: (names: string[]) =>
      names.length === 0 ? 'Unscorable sample points: none left out' : `Unscorable sample points left out: ${names.join(', ')}`,
    unscorableAbout: 'Select labels such as shadow, tape or frame. Their points are left out and reported.',
    title: 'Percent cover, all images',
    titleOf: (taxon: string, grouping: string) => `Percent cover of ${taxon}, by ${grouping}`,
    show: 'Show',
    everything: 'All taxa, all images',
    taxonBy: (taxon: string, grouping: string) => `${taxon}, by ${grouping}`,
    about: (scorable: number, points: number, images: number, unscorable: number) =>
      `n = ${formatCount(scorable, 'scorable point')} of ${formatNumber(points, 0)}, on ${formatCount(images, 'image')}; ${formatNumber(unscorable, 0)} unscorable.`,
    whiskers: 'Whiskers: Wilson’s 95 % interval.',
    chartShows,
    note: 'n: scorable points. Points of one image are not independent, so the true interval across images is wider. The downloaded table gives the mean across images with its standard error.',
    axis: 'Cover, %',
    imagesColumn: { name: 'Images', unit: 'scored' },
    pointsColumn: { name: 'Points', unit: 'scorable' },
    taxonUnit: '%, 95 % interval',
    tableTitle: (grouping: string) => `Cover by ${grouping}`,
    table: 'Cover of each taxon',
    tableShows: (count: number, taxa: number) => `Showing the ${count} largest of ${taxa} taxa; the file has all of them.`
  },

  curves: {
    failed: 'The curves could not be computed',
    title: (curve: string) => `${curve}, expected number of taxa`,
    axis: 'Expected taxa',
    description: (count: number) => `${formatCount(count, 'curve')}. ${sameNumbers}`,
    cut: (count: number) =>
      `The chart shows all images and the groups with the most effort; ${formatCount(count, 'other group is', 'other groups are')} not drawn.`,
    band: 'Band: ± one standard deviation.',
    accumulation: (units: string) => `Accumulation of taxa over ${units}`,
    accumulationOver: (groups: string) => `Accumulation of taxa over ${groups}`,
    examined: (groups: string, taxa: number) => `n = ${groups} examined, ${formatCount(taxa, 'taxon', 'taxa')}.`,
    accumulationNote: (units: string) => `The exact mean over all orders of the T ${units}; tᵢ of them contain taxon i.`,
    accumulationOverNote: (groups: string, group: string) =>
      `T ${groups}, of which tᵢ contain taxon i. Images without a ${group} are left out.`,
    rarefaction: 'Rarefaction by individuals',
    individuals: 'Individuals',
    counted: (individuals: number, taxa: number) =>
      `n = ${formatCount(individuals, 'individual')} of ${formatCount(taxa, 'taxon', 'taxa')}.`,
    rarefactionNote: 'Compare groups at the number of individuals of the smallest group. Assumes that individuals are drawn at random.'
  },

  sizes: {
    failedTaxa: 'The taxa could not be loaded',
    failed: 'The sizes could not be computed',
    noLabels: 'No counted annotation has a label yet. Label annotations in Annotate to see their sizes.',
    size: 'Size',
    length: 'Length',
    area: 'Area',
    noLength: (count: number, taxon: string) =>
      count === 1
        ? `1 annotation of ${taxon} is a point or a whole image and has no length. Outline it, or measure it with a line.`
        : `${formatNumber(count, 0)} annotations of ${taxon} are points or whole images and have no length. Outline them, or measure them with a line.`,
    noArea: (count: number, taxon: string) =>
      count === 1
        ? `1 annotation of ${taxon} is a point, a line or a whole image and has no area. Outline it.`
        : `${formatNumber(count, 0)} annotations of ${taxon} are points, lines or whole images and have no area. Outline them.`,
    noneCounts: (taxon: string) => `These options leave out every annotation of ${taxon}.`,
    noScale:
      'No image has a known scale, so sizes are in pixels, and images taken from different heights cannot be compared. Set the scale in Annotate (Shift+R).',
    withoutScale: (count: number) =>
      count === 1
        ? '1 annotation is left out because the scale of its image is unknown.'
        : `${formatNumber(count, 0)} annotations are left out because the scale of their images is unknown.`,
    withoutSize: (count: number) =>
      count === 1
        ? '1 annotation without this size, such as a point or a whole image, is left out.'
        : `${formatNumber(count, 0)} annotations without this size, such as points and whole images, are left out.`,
    lengths: (taxon: string, unit: string) => `Lengths of ${taxon}, ${unit}`,
    areas: (taxon: string, unit: string) => `Areas of ${taxon}, ${unit}`,
    about: (annotations: number, filter: string, effort: string, classWidth: string) =>
      `n = ${formatCount(annotations, 'annotation')} ${filter}; effort: ${effort}. Class width: ${classWidth}.`,
    statistics: (mean: string, median: string, smallest: string, largest: string) =>
      `Mean ${mean}, median ${median}, range ${smallest} to ${largest}.`,
    statisticsWithDeviation: (mean: string, deviation: string, median: string, smallest: string, largest: string) =>
      `Mean ${mean}, SD ${deviation}, median ${median}, range ${smallest} to ${largest}.`,
    annotations: 'Annotations',
    classes: (count: number) => `${formatCount(count, 'class', 'classes')}. ${sameNumbers}`,
    areaFormula: 'area of the shape in its image, without its holes',
    areaNote: 'In m²: px² × (m per px)².',
    lengthFormula: 'line: Σ √(Δx² + Δy²);  box: its longer side;  other shapes: largest diameter (Feret)',
    lengthNote: 'In m: px × m per px, from the scale of the image or the area in its metadata.',
    classFormula: 'class width: 2·IQR/∛n, rounded to 1, 2 or 5 × 10ᵏ',
    groupTitle: (title: string, grouping: string) => `${title}, by ${grouping}`,
    inGroups: (groups: string) => `In ${groups}.`,
    inGroupsMore: (groups: string, more: number) => `In ${groups}; ${formatNumber(more)} more without measured annotations.`,
    chartShows: (count: number) => `The chart shows the ${count} with the most annotations; the table has all of them.`,
    groupNote:
      'nⱼ of the n annotations of the group are in class j. All groups share the same classes; a group with few annotations varies by chance.',
    histograms: (count: number) => `${formatCount(count, 'histogram')} on the same axes. ${sameNumbers}`,
    panel: (count: number, effort: string) => `n = ${formatNumber(count, 0)}; ${effort}`,
    share: 'Share of the group, %',
    measured: 'measured',
    mean: 'Mean',
    standardDeviation: 'SD',
    median: 'Median',
    smallest: 'Smallest',
    largest: 'Largest',
    tableTitle: (grouping: string) => `Sizes by ${grouping}`
  }
}
