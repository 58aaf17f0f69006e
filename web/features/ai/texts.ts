import type { AiRun, SuggestionDecision, SuggestionState } from '../../../shared/contracts/ai.ts'
import type { AiTask, Comparison, GroupUnit, LearnMethod, PromotionReason } from '../../../shared/contracts/ai-models.ts'
import { fewTests } from '../../../shared/few-tests.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'

const suggestions = (count: number) => formatCount(count, 'suggestion')

const decided: Record<SuggestionDecision['decision'], string> = {
  accept: 'accepted',
  reject: 'rejected',
  relabel: 'relabelled',
  unsure: 'set aside',
  wait: 'put back'
}

type Decided = Pick<SuggestionDecision, 'decision' | 'count'>

const decidedWords = ({ decision, count }: Decided) => `${suggestions(count)} ${decided[decision]}`

export const texts = {
  refused: 'The server rejected the request. Try again.',
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
    gone: 'changed since'
  } satisfies Record<SuggestionState, string>,
  shown: {
    waiting: 'To review',
    unsure: 'Unsure',
    accepted: 'Accepted',
    relabelled: 'Relabelled',
    rejected: 'Rejected',
    gone: 'Changed since'
  } satisfies Record<SuggestionState, string>,
  methods: {
    lda: 'Shrinkage discriminant analysis',
    logistic: 'Logistic regression',
    trees: 'Extra-trees',
    blend: 'Logistic regression and extra-trees combined'
  } satisfies Record<LearnMethod, string>,
  units: { site: 'sites', image: 'images' } satisfies Record<GroupUnit, string>,
  frame: {
    label: 'AI Analysis',
    overview: 'Overview',
    runs: 'Runs',
    suggestions: 'Suggestions',
    check: 'Check',
    similar: 'Similar',
    quality: 'Quality',
    models: 'Models'
  },
  overview: {
    title: 'AI Analysis',
    description: 'A model learns from your team’s labels and suggests the rest. Nothing becomes data until a person accepts it.',
    failed: 'The label overview could not be loaded',
    loading: 'Loading the label overview',
    tasks: {
      label: {
        name: 'Label points and areas',
        about:
          'Learns from the surroundings of labelled points and areas. Runs on this server and needs no graphics card or internet connection.',
        start: 'Suggest labels'
      },
      objects: {
        name: 'Find objects',
        about:
          'Draws boxes around parts of an image that stand out from the background, each with its most likely label. It may miss objects.',
        start: 'Find objects'
      },
      check: {
        name: 'Check labels',
        about:
          'Compares each label with the predictions of models trained on other images. Labels that disagree are listed as suspect. Nothing is changed.',
        start: 'Check labels'
      },
      similar: {
        name: 'Find similar',
        about: 'Finds the crops that look most like one of yours, so that you can label many at once. Crops have to be prepared only once.',
        start: 'Prepare crops'
      },
      quality: {
        name: 'Image quality and near-duplicates',
        about:
          'Measures the sharpness and exposure of each image and finds images that look almost the same. Nothing is changed or deleted.',
        start: 'Measure images'
      },
      model: {
        name: 'Your own models',
        about: 'ONNX models that your team adds. Each runs on this server in a separate process without internet access.',
        start: 'Add or run a model'
      }
    } satisfies Record<AiTask, { name: string; about: string; start: string }>,
    noRuntime: 'The package onnxruntime-node is not installed on this server, so these models cannot run. Everything else works.',
    review: (count: number) => `Review ${suggestions(count)}`,
    reviewDoubts: (count: number) => `Review ${formatCount(count, 'suspect label')}`,
    needs: 'Requirements',
    labelsNeed: (learnable: number) =>
      `Two labels with 5 examples each, in 2 images or sites. Near-duplicate images count as one. The project has ${formatCount(learnable, 'such label')}.`,
    areasNeed: (count: number) =>
      `Two labels with 5 examples each that are boxes or other areas. The project has ${formatCount(count, 'such label')}.`,
    imagesNeed: (count: number) => `Images without annotations. The project has ${formatNumber(count, 0)}.`,
    pointsNeed: ({ annotations, images }: { annotations: number; images: number }) =>
      annotations === 0
        ? 'Points or areas without a label. The project has none: draw sample points in Annotate.'
        : `Points or areas without a label. The project has ${formatNumber(annotations, 0)}, on ${formatCount(images, 'image')}.`,
    checkedNeed: (count: number) => `Labels assigned by people. The project has ${formatNumber(count, 0)} on points and areas.`,
    cropsNeed: (count: number) => `Points or areas. The project has ${formatNumber(count, 0)}.`,
    openSimilar: 'Choose an example',
    measuredNeed: (count: number, unmeasured: number) => {
      const share =
        unmeasured === 0
          ? 'all of them measured'
          : unmeasured === count
            ? 'none measured yet'
            : `${formatNumber(unmeasured, 0)} of them not measured yet`
      return `Images. The project has ${formatNumber(count, 0)}${count === 0 ? '' : `, ${share}`}.`
    },
    openQuality: 'Open the results',
    met: 'Met',
    missing: 'Missing',
    readiness: 'Label readiness',
    readinessAbout: (unit: GroupUnit) =>
      `Examples that people labelled without a suggestion, and the ${unit === 'site' ? 'sites' : 'images'} they come from. A model is never tested on ${unit === 'site' ? 'sites' : 'images'} that it learnt from.`,
    label: 'Label',
    examples: 'Examples',
    groups: (unit: GroupUnit) => (unit === 'site' ? 'Sites' : 'Images'),
    state: 'State',
    noLabels: 'No point or area has a label yet',
    noLabelsAbout:
      'Label some points or boxes in Annotate first. Two labels with five examples each, from two images or sites, are enough to start.',
    annotate: 'Open Annotate',
    next: 'Next:',
    noneMissing: 'Every label has at least 100 examples.',
    moreExamples: (count: number, name: string, goal: number) => `Label ${formatNumber(count, 0)} more ${name} to reach ${goal} examples.`,
    moreGroups: (name: string, unit: GroupUnit) => `Label ${name} on another ${unit} so that it can be tested.`,
    learning: 'Learning from the labels',
    predicting: 'Predicting the sample points for cover',
    checking: 'Checking the labels',
    preparing: 'Preparing crops',
    measuring: 'Measuring the images',
    images: (done: number, total: number) => `${formatNumber(done, 0)} of ${formatCount(total, 'image')}`,
    cancel: 'Cancel',
    uses: (number: number, labelCount: number) => `Uses version ${number}, from ${formatCount(labelCount, 'label')}.`,
    learn: 'Train a new version',
    learnAbout: 'The new version learns from all current labels. It is used if it does better on the same test.',
    balanced: 'Give rare and frequent labels equal weight in training',
    balancedAbout:
      'Rare labels are then suggested more often, even where they are wrong. This applies only if a new version is trained now.',
    dictionary: 'Also learn a dictionary of small patterns from the images',
    dictionaryAbout:
      'A version that is trained now uses it if more labels are then correct on sites or images left out. Training takes several times as long.',
    notStarted: 'The run could not be started',
    viewerOnly: 'Editors and owners of the project can start runs.'
  },
  features: {
    label: 'Features',
    compareBy: 'Compare by',
    standard: 'Colour and texture (built in)',
    learnAbout: 'A version that is trained now learns from these features of each crop. An earlier version keeps its own.',
    checkAbout: 'The labels are compared by these features of each crop.',
    similarAbout: 'The crops are prepared for a search by these features.'
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
    withFeatures: (name: string) => `Features of ${name}`,
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
    emptyTitle: 'No runs yet',
    emptyAbout: 'A run suggests labels for points and areas that have none.',
    toOverview: 'Go to the overview',
    notDone: 'The run could not be changed'
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
    countAt: (count: number) => `${suggestions(count)} at or above the threshold`,
    unlike: (count: number) =>
      `${suggestions(count)} for crops unlike any labelled example. ${count === 1 ? 'It' : 'They'} can only be accepted individually.`,
    drift: (share: string) =>
      `These images differ from the training images. ${share} of the suggestions are for crops unlike any labelled example. Label some of these images, then train a new version.`,
    allLabels: 'All labels',
    byLabel: 'By label',
    grid: 'Suggestions',
    histogram: 'Suggestions to review by probability',
    isUnlike: 'unlike any label',
    thresholdAndLabels: 'Threshold and labels',
    unmapped: (name: string, count: number) => `${suggestions(count)} for “${name}”, which is not in the catalog.`,
    map: 'Map the model’s labels',
    none: 'Nothing left to review here',
    noneAbout: 'Lower the threshold, choose another label, or open the results.',
    toRuns: 'All runs',
    noRun: 'No suggestions yet',
    noRunAbout: 'A run suggests labels for points and areas that have none.',
    more: 'Load more',
    decided: decidedWords,
    leftOut: ({ decision, leftOut: count }: SuggestionDecision) =>
      decision === 'wait'
        ? `${suggestions(count)} left out because a newer run or a person has changed ${count === 1 ? 'it' : 'them'} since.`
        : `${suggestions(count)} left out because ${count === 1 ? 'its annotation has' : 'their annotations have'} changed since.`,
    alternative: (number: number, name: string, percent: string) => [number, name, percent].filter(Boolean).join(' '),
    noAlternative: {
      missing: (number: number, count: number) =>
        count === 1 ? `This suggestion has no alternative ${number}` : `The selected suggestions have no alternative ${number}`,
      differs: (number: number) => `The selected suggestions have different labels as alternative ${number}`,
      someMissing: (number: number) => `Not all selected suggestions have an alternative ${number}`,
      unmapped: (number: number) => `Alternative ${number} is not in the catalog`
    },
    notDecided: 'The decision could not be saved',
    undo: 'Undo',
    undoLast: (last: Decided) => `Undo (${decidedWords(last)})`,
    undone: (count: number) => `${suggestions(count)} restored`,
    notUndone: 'The decision could not be undone',
    selected: (count: number) => `${suggestions(count)} selected`,
    actions: 'Selected suggestions',
    open: 'Open in Annotate',
    tested: (accuracy: string, { count, groupCount }: { count: number; groupCount: number }, unit: GroupUnit) =>
      `Tested on ${formatCount(count, 'label')} from ${formatCount(groupCount, unit)} that the model did not learn from: ${accuracy} correct.`,
    testedOnDrawn: 'The test used shapes drawn by people, not detected boxes.',
    notTested: 'Not tested: too few images are labelled.'
  },
  mix: {
    title: 'Expected mix',
    about: 'Use it when you know that the labels are more or less frequent in these images than in the training images.',
    inTraining: (percent: string) => `${percent} in training`,
    sum: (sum: number, isRefused: boolean) =>
      isRefused
        ? `${Number.isNaN(sum) ? 'Each share is a number from 0 to 100.' : `Sum: ${formatNumber(sum, 1)} %.`} The shares must add up to 100 %.`
        : `Sum: ${formatNumber(sum, 1)} %`,
    reset: 'Back to the shares in training'
  },
  check: {
    title: 'Check labels',
    description: 'Labels that look wrong, the most suspicious first. A check changes nothing itself.',
    failed: 'The check could not be loaded',
    loading: 'Loading the check',
    notDone: 'The last check failed.',
    none: 'No checks yet',
    noneAbout:
      'A check compares each label with the predictions of models trained on other images or sites. It needs two labels with 5 examples each, in 2 images or sites. Near-duplicate images count as one.',
    again: 'Check again',
    list: 'Suspect labels',
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
      gone: 'changed since'
    } satisfies Record<SuggestionState, string>,
    nothingLeft: 'No suspect labels left',
    nothingLeftAbout: 'A decision has been made on every suspect label. Check again when there are more labels.',
    nothingHere: 'Nothing here',
    nothingHereAbout: 'No label in this check has this decision.',
    toReview: 'Open Review'
  },
  similar: {
    title: 'Find similar',
    description: 'Crops that look most like the example, the most similar first.',
    failed: 'Similar crops could not be loaded',
    loading: 'Searching for similar crops',
    example: 'Example',
    unlabelled: 'No label',
    shows: { all: 'All crops', unlabelled: 'Without a label', otherLabels: 'Without the label of the example' },
    searched: (count: number) => `${formatCount(count, 'crop')} searched.`,
    missing: (count: number) => `${formatCount(count, 'crop')} left out: not prepared yet.`,
    notPrepared: 'The example is not prepared for this search',
    notPreparedAbout: 'Prepare the crops once, then this search finds those that look like the example.',
    none: 'No similar crops',
    nonePrepared: 'No crops of this project have been prepared for the search yet.',
    noneAbout: 'Show all crops, or choose another example.',
    noExample: 'Choose an example',
    noExampleAbout: 'Select one annotation in Review or Annotate, then “Find similar”.',
    toReview: 'Open Review',
    grid: 'Similar crops',
    similarity: (value: string) => `similarity ${value}`,
    actions: 'Selected crops',
    selected: (count: number) => `${formatCount(count, 'crop')} selected`,
    giveSame: (name: string) => `Label as ${name}`,
    skipped: (count: number) =>
      `${formatCount(count, 'annotation was', 'annotations were')} not changed: someone else has edited ${count === 1 ? 'it' : 'them'} since.`,
    notGiven: 'The label could not be assigned',
    restored: (count: number) => `${formatCount(count, 'annotation')} restored`,
    notUndone: 'The change could not be undone'
  },
  models: {
    title: 'Models',
    description: 'Versions trained on this project’s labels. A version never changes and can always be run again.',
    failed: 'The models could not be loaded',
    loading: 'Loading the models',
    table: 'Model versions',
    version: 'Version',
    method: 'Method',
    labels: 'Labels',
    groups: 'Groups',
    accuracy: 'Accuracy on other groups',
    learnt: 'Learnt',
    promoted: 'In use',
    emptyTitle: 'No models yet',
    emptyAbout: 'The first run trains a version on this project’s labels.',
    notTested: 'Not tested'
  },
  promotion: {
    title: 'Use in runs',
    isPromoted: 'Runs use this version unless another one is chosen.',
    isNotPromoted: 'Runs use another version. This one can still be run.',
    promote: 'Use this version',
    done: (number: number) => `Runs now use version ${number}`,
    notDone: 'The version in use could not be changed',
    decisions: 'Decisions',
    byPerson: (name: string) => `Chosen by ${name}.`,
    reasons: {
      first: 'In use: there was no other version to compare with.',
      better: 'Put into use automatically: it did better on the same test.',
      notBetter: 'Not put into use: it did not do better on the same test.',
      notComparable: 'Not put into use: the versions could not be compared on the same test.',
      person: 'Chosen by a former member.'
    } satisfies Record<PromotionReason, string>,
    own: (number: number) => `Mean F1 of version ${number}`,
    difference: 'Difference in mean F1',
    between: (value: string, low: string, high: string) => `${value} (95 % interval ${low} to ${high})`,
    rule: 'Rule',
    ruleWords: (fifth: string, mean: string) => `5th percentile ${fifth}, which must be above −0.010. Mean ${mean}, which must be above 0.`,
    about: ({ count, unitCount, draws, seed, commonClasses, otherClasses }: Comparison) =>
      `${formatCount(count, 'tested example')} in ${formatCount(unitCount, 'group')}, for the ${formatCount(commonClasses, 'label')} that both versions learnt. ${
        otherClasses > 0
          ? `${formatCount(otherClasses, 'label')} that only one version learnt ${otherClasses === 1 ? 'is' : 'are'} left out. `
          : ''
      }${
        draws > 0
          ? `Paired bootstrap of whole groups, ${formatNumber(draws, 0)} draws, seed ${seed}.`
          : 'A single group gives no interval, so the rule keeps the version in use.'
      }`
  },
  reliability: {
    title: 'Reliability',
    about:
      'For a reliable model, the predicted probability matches the share of correct predictions. Intervals are 95 % Wilson intervals and treat labels of one image as independent.',
    error: (error: string, bins: number) => `Expected calibration error over ${bins} bins: ${error}.`,
    chart:
      'Each circle shows the share of correct predictions in one range of probabilities. Hollow circles are based on few tests. A reliable model follows the dashed line.',
    table: 'Reliability by probability',
    probability: 'Probability, %',
    bin: (from: number, to: number) => `${formatNumber(100 * from, 0)}–${formatNumber(100 * to, 0)}`,
    tested: 'Tested',
    mean: 'Mean probability',
    right: 'Correct',
    axis: 'Correct, %',
    few: 'few tests',
    empty: '–',
    notStored:
      'This version did not keep its individual test results, so reliability and results by site are unknown. New versions keep them.'
  },
  testedSites: {
    title: 'By site',
    about: (unit: GroupUnit) =>
      `${unit === 'site' ? 'Sites as they were at the time of the test.' : 'The current sites of the tested images.'} Intervals are 95 % Wilson intervals and treat labels of one image as independent.`,
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
    about: 'Details',
    method: 'Method',
    features: 'Features',
    embeddingModel: 'Embedding model',
    learntFrom: 'Learnt from',
    counts: ({ training, calibration, test }: { training: number; calibration: number; test: number }) =>
      `${formatNumber(training, 0)} labels for training, ${formatNumber(calibration, 0)} for calibration, ${formatNumber(test, 0)} for testing`,
    groups: (count: number, unit: GroupUnit) => `${formatNumber(count, 0)} ${unit === 'site' ? 'sites' : 'images'}`,
    seed: 'Seed',
    weights: 'Weights',
    weightsOf: { none: 'Equal for all examples', balanced: 'Equal for all labels, with weights of at most 10' },
    dictionary: 'Dictionary',
    dictionaryOf: {
      none: 'Not tried',
      used: (dictionary: string, standard: string, count: number) =>
        `Used: ${dictionary} instead of ${standard} correct, on ${formatCount(count, 'training label')} left out in turn`,
      worse: (dictionary: string, standard: string, count: number) =>
        `Tried and not used: ${dictionary} instead of ${standard} correct, on ${formatCount(count, 'training label')} left out in turn`,
      fewGroups: 'Tried and not used: fewer than three groups to compare',
      tooMany: 'Not used: too many examples and labels to learn from in time'
    },
    dictionaryHash: 'SHA-256 of the dictionary',
    hash: 'SHA-256',
    snapshot: 'SHA-256 of the labels',
    program: 'Isobath',
    test: 'Test',
    testAbout: (count: number, groups: number, unit: GroupUnit) =>
      `${formatCount(count, 'label')} from ${formatCount(groups, unit)} that the model did not learn from.${groups > 1 ? ' Intervals are 95 %.' : ''}`,
    sameSites: 'Images of the same site may be in both training and test, so expect lower accuracy at a new site.',
    noTest: 'No images are left for a test. Label points on more images or sites.',
    accuracy: 'Correct',
    macroF1: 'Mean F1',
    kappa: 'Cohen’s kappa',
    calibration: 'Calibration error, 15 bins',
    calibrated: (before: string, after: string | null) =>
      after === null ? `${before}, not calibrated: fewer than two groups were left` : `${after} (${before} before calibration)`,
    leak: 'Split by point',
    leakWords: (byPoint: string, byGroup: string) =>
      `Discriminant analysis: ${byPoint} correct if points of one image are in both training and test, ${byGroup} on other groups.`,
    unlearnt: (count: number) =>
      `${formatCount(count, 'example')} in the test groups left out: the model did not learn ${count === 1 ? 'its label' : 'their labels'}.`,
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
    matrixAbout: 'Rows: label by a person. Columns: label by the model. Select a number to see its crops.',
    matrixOld: 'Rows: label by a person. Columns: label by the model.',
    cell: (count: number, truth: string, predicted: string) => `${formatNumber(count, 0)}: ${truth} by people, ${predicted} by the model`,
    rightCell: (name: string) => `${name}, by people and by the model`,
    wrongCell: (truth: string, predicted: string) => `${truth} by people, ${predicted} by the model`,
    cellFailed: 'The crops could not be loaded',
    cellLoading: 'Loading the crops',
    cellRemoved: (count: number) =>
      `${formatCount(count, 'annotation')} in this cell ${count === 1 ? 'has' : 'have'} been removed since the test.`,
    openTested: (fileName: string) => `Open in Annotate: ${fileName}`,
    byThreshold: 'Accuracy by threshold',
    threshold: 'From',
    suggestions: 'Suggested',
    notLearnt: 'Not learnt',
    notLearntAbout:
      'Labels with too few examples outside the test groups. Their examples count towards the parent label if that was learnt.'
  }
}
