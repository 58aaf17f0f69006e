/** Label field that iFDO does not define. It records how a person decided on the label after a machine suggestion. */
export const originKey = 'isobath-origin'
