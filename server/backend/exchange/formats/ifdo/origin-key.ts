/** Label field that iFDO does not define. It records how a person came to the label from a machine suggestion. */
export const originKey = 'isobath-origin'
