chrome.browserAction.onClicked.addListener(() => {});
