import type { AiRun, SuggestionDecision, SuggestionState } from '../../../shared/contracts/ai.ts'
import type { AiTask, Comparison, GroupUnit, LearnMethod, PromotionReason } from '../../../shared/contracts/ai-models.ts'
import { fewTests } from '../../../shared/few-tests.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'

const suggestions = (count: number) => formatCount(count, 'suggestion')

const decided: Record<SuggestionDecision['decision'], string> = {
  accept: 'accepted',
  reject: 'rejected',
  relabel: 'relabelled',
  unsure: 'set aside'
}

type Decided = Pick<SuggestionDecision, 'decision' | 'count'>

const decidedWords = ({ decision, count }: Decided) => `${suggestions(count)} ${decided[decision]}`

export const texts = {
  refused: 'The server refused. Try again.',
  runStates: {
    waiting: 'Waiting',
    running: 'Running',
    done: 'Complete',
    failed: 'Failed',
    cancelled: 'Cancelled'
  } satisfies Record<AiRun['state'], string>,
  states: {
    waiting: 'suggested',
    accepted: 'accepted',
    relabelled: 'relabelled',
    rejected: 'rejected',
    unsure: 'unsure',
    gone: 'changed meanwhile'
  } satisfies Record<SuggestionState, string>,
  shown: {
    waiting: 'To review',
    unsure: 'Unsure',
    accepted: 'Accepted',
    relabelled: 'Relabelled',
    rejected: 'Rejected',
    gone: 'Changed in the meantime'
  } satisfies Record<SuggestionState, string>,
  methods: {
    lda: 'Shrinkage discriminant analysis',
    logistic: 'Logistic regression',
    trees: 'Extra-trees',
    blend: 'Logistic regression and extra-trees together'
  } satisfies Record<LearnMethod, string>,
  units: { site: 'sites', image: 'images' } satisfies Record<GroupUnit, string>,
  frame: {
    label: 'AI Analysis',
    overview: 'Overview',
    runs: 'Runs',
    suggestions: 'Suggestions',
    check: 'Check',
    similar: 'Similar',
    models: 'Models'
  },
  overview: {
    title: 'AI Analysis',
    description: 'A model learns from the labels of your team and suggests the rest. Nothing becomes data before a person accepts it.',
    failed: 'The state of the labels could not be loaded',
    loading: 'Loading the state of the labels',
    tasks: {
      label: {
        name: 'Label points and areas',
        about: 'Learns colour and texture around labelled points and areas on this server, without a graphics card or the internet.',
        start: 'Suggest labels'
      },
      objects: {
        name: 'Find objects',
        about:
          'Boxes around parts of an image that are unlike its ground, each with the label that the model finds likeliest. It may miss objects.',
        start: 'Find objects'
      },
      check: {
        name: 'Check labels',
        about:
          'Compares each label with models that learnt from other images, and lists those that look different from the others. It changes nothing itself.',
        start: 'Check labels'
      },
      similar: {
        name: 'Find similar',
        about: 'Finds the crops that look most like one of yours, so that you can label many at once. Crops are prepared once.',
        start: 'Prepare crops'
      },
      model: {
        name: 'Your own models',
        about: 'ONNX models that your team brings. Each runs on this server, in a process of its own, without the internet.',
        start: 'Add or run a model'
      }
    } satisfies Record<AiTask, { name: string; about: string; start: string }>,
    noRuntime: 'The package onnxruntime-node is not installed on this server, so these models do not run. Everything else works.',
    review: (count: number) => `Review ${suggestions(count)}`,
    reviewDoubts: (count: number) => `See ${formatCount(count, 'doubted label')}`,
    needs: 'Requirements',
    labelsNeed: (learnable: number) =>
      `Two labels with 5 examples each, in 2 images or sites. The project has ${formatNumber(learnable, 0)}.`,
    areasNeed: (count: number) =>
      `Two labels with 5 examples each that are boxes or other areas. The project has ${formatNumber(count, 0)}.`,
    imagesNeed: (count: number) => `Images without annotations. The project has ${formatNumber(count, 0)}.`,
    pointsNeed: ({ annotations, images }: { annotations: number; images: number }) =>
      annotations === 0
        ? 'Points or areas without a label. The project has none: draw sample points in Annotate.'
        : `Points or areas without a label. The project has ${formatNumber(annotations, 0)}, on ${formatCount(images, 'image')}.`,
    checkedNeed: (count: number) => `Labels that people gave. The project has ${formatNumber(count, 0)} on points and areas.`,
    cropsNeed: (count: number) => `Points or areas. The project has ${formatNumber(count, 0)}.`,
    openSimilar: 'Choose an example',
    met: 'Met',
    missing: 'Missing',
    readiness: 'Readiness of the labels',
    readinessAbout: (unit: GroupUnit) =>
      `Examples that people labelled without a suggestion, and the ${unit === 'site' ? 'sites' : 'images'} that they come from. A model is never tested on ${unit === 'site' ? 'sites' : 'images'} that it learnt from.`,
    label: 'Label',
    examples: 'Examples',
    groups: (unit: GroupUnit) => (unit === 'site' ? 'Sites' : 'Images'),
    state: 'State',
    noLabels: 'No point or area has a label yet',
    noLabelsAbout:
      'Label some points or boxes in Annotate first. Two labels with five examples each, from two images or sites, are enough to begin.',
    annotate: 'Open Annotate',
    next: 'Next:',
    noneMissing: 'Every label has 100 examples or more.',
    moreExamples: (count: number, name: string, goal: number) =>
      `Label ${formatNumber(count, 0)} more of ${name} to reach ${goal} examples.`,
    moreGroups: (name: string, unit: GroupUnit) => `Label ${name} on another ${unit}, so that it can be tested.`,
    learning: 'Learning from the labels',
    checking: 'Checking the labels',
    preparing: 'Preparing crops',
    images: (done: number, total: number) => `${formatNumber(done, 0)} of ${formatCount(total, 'image')}`,
    cancel: 'Cancel',
    uses: (number: number, labelCount: number) => `Uses version ${number}, from ${formatCount(labelCount, 'label')}.`,
    learn: 'Learn a new version',
    learnAbout: 'A new version learns from all labels of today. It is used if it is better on the same test.',
    notStarted: 'The run was not started',
    viewerOnly: 'Editors and owners of the project can start runs.'
  },
  levels: ['Too few', 'Can be learnt', 'Usable', 'Good', 'Well covered'],
  runs: {
    title: 'Runs',
    description: 'Each run applies one model version to points and areas without a label, or to images.',
    failed: 'The runs could not be loaded',
    loading: 'Loading the runs',
    table: 'Runs',
    task: 'Task',
    run: 'Run',
    name: (number: number) => `Run ${number}`,
    state: 'State',
    model: 'Model',
    version: (number: number) => `Version ${number}`,
    images: 'Images',
    suggestions: 'Suggestions',
    waiting: 'To review',
    when: 'Started',
    by: (name: string) => `by ${name}`,
    cancel: 'Cancel',
    resume: 'Resume',
    actions: 'Actions',
    provenance: 'Save provenance',
    emptyTitle: 'No run yet',
    emptyAbout: 'A run suggests labels for points and areas that have none.',
    toOverview: 'See what is ready',
    notDone: 'The run was not changed'
  },
  suggestions: {
    title: 'Suggestions',
    failed: 'The suggestions could not be loaded',
    loading: 'Loading suggestions',
    run: 'Run',
    runOption: (number: number, waiting: number) => `Run ${number} (${formatNumber(waiting, 0)} to review)`,
    show: 'Show',
    order: 'Order',
    surest: 'Most certain first',
    leastSure: 'Least certain first',
    threshold: 'Threshold',
    atLeast: (percent: number) => `From ${percent} %`,
    countAt: (count: number) => `${suggestions(count)} at or above`,
    unlike: (count: number) => `${suggestions(count)} on something unlike all labels. These are accepted one by one only.`,
    drift: (share: string) =>
      `These images differ from those that the model learnt from: ${share} of the suggestions are on something unlike all labels. Label some of these images and learn a new version.`,
    allLabels: 'All labels',
    byLabel: 'By label',
    grid: 'Suggestions',
    histogram: 'Suggestions to review by probability',
    isUnlike: 'unlike all labels',
    thresholdAndLabels: 'Threshold and labels',
    unmapped: (name: string, count: number) => `${suggestions(count)} of “${name}”, which is not in the catalog.`,
    map: 'Map the labels of the model',
    none: 'Nothing left to review here',
    noneAbout: 'Lower the threshold, choose another label, or look at the results.',
    toRuns: 'All runs',
    noRun: 'No suggestions yet',
    noRunAbout: 'A run suggests labels for points and areas that have none.',
    more: 'Load more',
    decided: decidedWords,
    leftOut: (count: number) => `${suggestions(count)} left out: the annotation changed meanwhile.`,
    notDecided: 'The decision was not saved',
    undo: 'Undo',
    undoLast: (last: Decided) => `Undo (${decidedWords(last)})`,
    undone: (count: number) => `${suggestions(count)} restored`,
    notUndone: 'The decision was not undone',
    selected: (count: number) => `${suggestions(count)} selected`,
    actions: 'Selected suggestions',
    clear: 'Clear',
    open: 'Open in Annotate',
    tested: (accuracy: string, { count, groupCount }: { count: number; groupCount: number }, unit: GroupUnit) =>
      `Tested on ${formatCount(count, 'label')} from ${formatCount(groupCount, unit)} that the model did not learn from: ${accuracy} correct.`,
    testedOnDrawn: 'The test was on shapes that people drew, not on found boxes.',
    notTested: 'Not tested: too few images are labelled.'
  },
  check: {
    title: 'Check labels',
    description: 'Labels that look different from the others, the most suspicious first. A check changes nothing itself.',
    failed: 'The check could not be loaded',
    loading: 'Loading the check',
    notDone: 'The last check failed.',
    none: 'No check yet',
    noneAbout:
      'A check compares each label with models that learnt from other images or sites. It needs two labels with 5 examples each, in 2 images or sites.',
    again: 'Check again',
    list: 'Doubted labels',
    row: (given: string, suggested: string) => `${given}, perhaps ${suggested}`,
    open: (fileName: string) => `Open in Annotate: ${fileName}`,
    given: 'Label',
    suggested: 'Perhaps',
    near: 'Most similar labelled crops',
    nearCrop: (name: string, similarity: number) => `${name}, similarity ${formatNumber(similarity, 2)}: find similar`,
    undoLast: 'Undo the last decision',
    shown: { waiting: 'To check', unsure: 'Unsure', rejected: 'Kept', accepted: 'Changed', relabelled: 'Given another label' },
    states: {
      waiting: 'to check',
      unsure: 'unsure',
      rejected: 'kept',
      accepted: 'changed',
      relabelled: 'given another label',
      gone: 'changed meanwhile'
    } satisfies Record<SuggestionState, string>,
    nothingLeft: 'No label looks wrong',
    nothingLeftAbout: 'All doubts are decided. After more labels, check again.',
    nothingHere: 'Nothing here',
    nothingHereAbout: 'No doubt of this check was decided in this way.',
    toReview: 'Open Review'
  },
  similar: {
    title: 'Find similar',
    description: 'Crops that look most like the example: by colour and texture, the most similar first.',
    failed: 'Similar crops could not be loaded',
    loading: 'Searching for similar crops',
    example: 'Example',
    unlabelled: 'No label',
    shows: { all: 'All crops', unlabelled: 'Without a label', otherLabels: 'Without the label of the example' },
    searched: (count: number) => `${formatCount(count, 'crop')} searched.`,
    missing: (count: number) => `${formatCount(count, 'crop')} ${count === 1 ? 'is' : 'are'} not prepared yet, and left out.`,
    none: 'No similar crop',
    nonePrepared: 'No crop of this project is prepared for the search yet.',
    noneAbout: 'Show all crops, or choose another example.',
    noExample: 'Choose an example',
    noExampleAbout: 'Select one annotation in Review or Annotate, then “Find similar”.',
    toReview: 'Open Review',
    grid: 'Similar crops',
    similarity: (value: string) => `similarity ${value}`,
    actions: 'Selected crops',
    selected: (count: number) => `${formatCount(count, 'crop')} selected`,
    giveSame: (name: string) => `Label as ${name}`,
    skipped: (count: number) => `${formatCount(count, 'annotation')} changed meanwhile, and left as they are.`,
    notGiven: 'The label was not given',
    restored: (count: number) => `${formatCount(count, 'annotation')} restored`,
    notUndone: 'The change was not undone'
  },
  models: {
    title: 'Models',
    description: 'Versions that learnt from the labels of this project. A version never changes, and stays runnable.',
    failed: 'The models could not be loaded',
    loading: 'Loading the models',
    table: 'Model versions',
    version: 'Version',
    method: 'Method',
    labels: 'Labels',
    groups: 'Groups',
    accuracy: 'Correct on other groups',
    learnt: 'Learnt',
    promoted: 'In use',
    emptyTitle: 'No model yet',
    emptyAbout: 'The first run learns a version from the labels of this project.',
    notTested: 'Not tested'
  },
  promotion: {
    title: 'Use in runs',
    isPromoted: 'Runs use this version unless another one is chosen.',
    isNotPromoted: 'Runs use another version. This one stays runnable.',
    promote: 'Use this version',
    done: (number: number) => `Runs now use version ${number}`,
    notDone: 'The version in use was not changed',
    decisions: 'Decisions',
    byPerson: (name: string) => `Chosen by ${name}.`,
    reasons: {
      first: 'In use: no other version was there to compare with.',
      better: 'In use by the rule: it was better on the same test.',
      notBetter: 'Not in use by the rule: it was not better on the same test.',
      notComparable: 'Not in use by the rule: the versions could not be compared on the same test.',
      person: 'Chosen by a person who has left.'
    } satisfies Record<PromotionReason, string>,
    own: (number: number) => `Mean F1 of version ${number}`,
    difference: 'Difference in mean F1',
    between: (value: string, low: string, high: string) => `${value} (95 % interval ${low} to ${high})`,
    rule: 'Rule',
    ruleWords: (fifth: string, mean: string) => `5th percentile ${fifth}, which must be above −0.010. Mean ${mean}, which must be above 0.`,
    about: ({ count, unitCount, draws, seed, commonClasses, otherClasses }: Comparison) =>
      `${formatCount(count, 'tested example')} in ${formatCount(unitCount, 'group')}, of the ${formatCount(commonClasses, 'label')} that both versions learnt. ${
        otherClasses > 0 ? `${formatCount(otherClasses, 'label')} of one version only ${otherClasses === 1 ? 'is' : 'are'} left out. ` : ''
      }${
        draws > 0
          ? `Paired bootstrap of whole groups, ${formatNumber(draws, 0)} draws, seed ${seed}.`
          : 'One group alone gives no interval, so the rule keeps the version in use.'
      }`
  },
  reliability: {
    title: 'Reliability',
    about:
      'The probabilities of a reliable model equal the shares that were correct. Intervals are Wilson’s, 95 %. They treat labels of one image as independent.',
    error: (error: string, bins: number) => `Expected calibration error of the ${bins} ranges: ${error}.`,
    chart:
      'Each circle is a range of probabilities, with the share that was correct. Hollow circles have few tests. A reliable model follows the dashed line.',
    table: 'Reliability by probability',
    probability: 'Probability, %',
    bin: (from: number, to: number) => `${formatNumber(100 * from, 0)}–${formatNumber(100 * to, 0)}`,
    tested: 'Tested',
    mean: 'Mean probability',
    right: 'Correct',
    axis: 'Correct, %',
    few: 'few tests',
    empty: '–',
    notStored: 'This version kept no single results, so reliability and results by site are unknown. New versions keep them.'
  },
  testedSites: {
    title: 'By site',
    about: (unit: GroupUnit) =>
      `${unit === 'site' ? 'Sites are those at the time of the test.' : 'Sites are the present ones of the tested images.'} Intervals are Wilson’s, 95 %. They treat labels of one image as independent.`,
    site: 'Site',
    none: 'No site',
    deleted: 'Deleted since the test',
    tested: 'Tested',
    right: 'Correct',
    share: 'Share'
  },
  card: {
    title: (number: number) => `Model version ${number}`,
    failed: 'The model could not be loaded',
    loading: 'Loading the model',
    saveCard: 'Save model card',
    about: 'Facts',
    method: 'Method',
    features: 'Features',
    learntFrom: 'Learnt from',
    counts: ({ training, calibration, test }: { training: number; calibration: number; test: number }) =>
      `${formatNumber(training, 0)} labels to learn, ${formatNumber(calibration, 0)} to calibrate, ${formatNumber(test, 0)} to test`,
    groups: (count: number, unit: GroupUnit) => `${formatNumber(count, 0)} ${unit === 'site' ? 'sites' : 'images'}`,
    seed: 'Seed',
    hash: 'SHA-256',
    snapshot: 'Labels, SHA-256',
    program: 'Isobath',
    test: 'Test',
    testAbout: (count: number, groups: number, unit: GroupUnit) =>
      `${formatCount(count, 'label')} from ${formatCount(groups, unit)} that the model did not learn from.${groups > 1 ? ' Intervals are 95 %.' : ''}`,
    sameSites: 'Images of the same sites may be on both sides, so expect less at a new site.',
    noTest: 'No image is left for a test. Label points on more images or sites.',
    accuracy: 'Correct',
    macroF1: 'Mean F1',
    kappa: 'Cohen’s kappa',
    calibration: 'Calibration error, 15 ranges',
    calibrated: (before: string, after: string | null) =>
      after === null ? `${before}, not calibrated: fewer than two groups were left` : `${after} (${before} before calibration)`,
    leak: 'Single points',
    leakWords: (byPoint: string, byGroup: string) =>
      `Discriminant analysis is ${byPoint} correct if points of the same images are on both sides, ${byGroup} on other groups.`,
    unlearnt: (count: number) =>
      `${formatCount(count, 'label')} of the test groups ${count === 1 ? 'is' : 'are'} left out, because their classes were not learnt. The model cannot suggest them.`,
    methods: 'Methods',
    perLabel: 'By label',
    label: 'Label',
    examples: 'Examples',
    tested: 'Tested',
    precision: 'Precision',
    recall: 'Recall',
    countOf: (hits: number, of: number) => `${formatNumber(hits, 0)} of ${formatNumber(of, 0)}`,
    fewAbout: `Labels with fewer than ${fewTests} tested examples show counts.`,
    matrix: 'Confusion matrix',
    matrixAbout: 'Rows: label by a person. Columns: label by the model. A number opens its crops.',
    matrixOld: 'Rows: label by a person. Columns: label by the model.',
    cell: (count: number, truth: string, predicted: string) => `${formatNumber(count, 0)}: ${truth} by people, ${predicted} by the model`,
    rightCell: (name: string) => `${name}, by people and by the model`,
    wrongCell: (truth: string, predicted: string) => `${truth} by people, ${predicted} by the model`,
    cellFailed: 'The crops could not be loaded',
    cellLoading: 'Loading the crops',
    cellRemoved: (count: number) =>
      `${formatCount(count, 'annotation')} of this cell ${count === 1 ? 'was' : 'were'} removed since the test.`,
    openTested: (fileName: string) => `Open in Annotate: ${fileName}`,
    byThreshold: 'Correct by threshold',
    threshold: 'From',
    suggestions: 'Suggested',
    notLearnt: 'Not learnt',
    notLearntAbout: 'Too few examples outside of the groups for tests. Such labels count for the label above them where that is learnt.'
  }
}
